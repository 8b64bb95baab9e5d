export const LONGEST_BOUND_TO = 1_000;

/** Stands for messages from files. */
export const BY_FILES = "files";

export type SenderOrigin =
  | { kind: "files" }
  | { kind: "network"; address: string; prefix: number; isV6: boolean }
  /** In lower case. */
  | { kind: "certificate"; name: string };

/** Null for an unreadable entry. */
export function parseOrigins(text: string): (SenderOrigin | null)[] {
  return text
    .split(/\s+/)
    .filter((entry) => entry !== "")
    .map(readOrigin);
}

function readOrigin(entry: string): SenderOrigin | null {
  if (entry.toLowerCase() === BY_FILES) return { kind: "files" };
  if (/[:/]|^[\d.]+$/.test(entry)) return readNetwork(entry);
  try {
    const name = decodeURIComponent(entry).trim().toLowerCase();
    return name === "" ? null : { kind: "certificate", name };
  } catch {
    return null;
  }
}

/** An IPv6 address alone is its /64, within which a machine chooses freely. */
function readNetwork(entry: string): SenderOrigin | null {
  const [, address = "", digits] =
    /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  const isV6 = address.includes(":");
  if (!(isV6 ? isAddress6(address) : isAddress4(address))) return null;
  const most = isV6 ? 128 : 32;
  const prefix = digits === undefined ? (isV6 ? 64 : 32) : Number(digits);
  return prefix <= most ? { kind: "network", address, prefix, isV6 } : null;
}

function isAddress4(text: string): boolean {
  return /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/.test(text);
}

function isAddress6(text: string): boolean {
  return /^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]/`);
}
