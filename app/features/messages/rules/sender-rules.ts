export const SENDER_ROLES = ["facility", "hospital"] as const;

export const LONGEST_SENDER_NAME = 200;
export const LONGEST_CODES = 4_000;
export const LONGEST_BOUND_TO = 1_000;

export interface WantedSender {
  /** MSH-3.1. */
  sender: string;
  /** The code in MSH-4.1 or PV1-3.4. */
  facility: string;
  role: (typeof SENDER_ROLES)[number];
  /** The facility of these messages; for a hospital, the facility of its residents, or null for any. */
  facility_id: number | null;
  /** The sender's own codes, such as `PV1-36:HOSP=02`, separated by spaces. */
  codes: string;
  /** Allowed origins of its messages, separated by spaces; empty allows any. */
  bound_to: string;
}

export type SenderRule =
  | Exclude<keyof typeof senderRuleWords, "unknownFacility" | "taken" | "stale">
  | "entry";

interface SenderProblem {
  field: "sender" | "facility" | "facility_id" | "codes" | "bound_to";
  rule: SenderRule;
  text: string;
}

/** Line ends, direction marks and invisible characters. */
const UNFIT = /[\p{C}\p{Zl}\p{Zp}]/u;

export const SENDER_FIELDS = [
  "sender",
  "facility",
  "role",
  "facility_id",
  "codes",
  "bound_to",
] as const;

export function senderProblems(wanted: WantedSender): SenderProblem[] {
  const problems: SenderProblem[] = [];
  const add = (
    field: SenderProblem["field"],
    rule: Exclude<SenderRule, "entry">,
  ) => problems.push({ field, rule, text: senderRuleWords[rule] });
  for (const field of ["sender", "facility"] as const) {
    if (wanted[field].length > LONGEST_SENDER_NAME) add(field, "tooLong");
    else if (UNFIT.test(wanted[field])) add(field, "characters");
  }
  if (wanted.sender === "" && wanted.facility === "") {
    add("sender", "nameless");
  }
  if (wanted.role === "facility" && wanted.facility_id === null) {
    add("facility_id", "placeless");
  }
  const { codes, bound_to } = wanted;
  if (bound_to.length > LONGEST_BOUND_TO) add("bound_to", "boundTooLong");
  if (parseOrigins(bound_to).includes(null)) add("bound_to", "origin");
  if (codes.length > LONGEST_CODES) add("codes", "codesTooLong");
  const [wrong] = readSenderCodes(codes).problems;
  if (wrong) {
    const text = `The entry “${wrong.entry}” ${wrong.problem}.`;
    problems.push({ field: "codes", rule: "entry", text });
  }
  return problems;
}

export const senderRuleWords = {
  nameless: "Enter the name of the application or the code of the facility.",
  placeless: "Choose the facility of these messages.",
  tooLong: `Enter no more than ${LONGEST_SENDER_NAME} characters.`,
  characters: "Remove invisible characters.",
  codesTooLong: `Enter no more than ${LONGEST_CODES} characters of codes.`,
  boundTooLong: `Enter no more than ${LONGEST_BOUND_TO} characters of what it is bound to.`,
  origin:
    "Enter IP addresses, networks such as 10.1.0.0/16, names of certificates, or “files”, separated by spaces.",
  unknownFacility: "There is no such facility.",
  taken: "A sender with this name and code already exists.",
  stale: "Someone else changed this sender. Check it and change it again.",
} as const;

/** Fields that may have a sender's own codes, and the values they may stand for (R284). */
const FIELDS = {
  "PV1-2": { takes: /^[A-Z]$/, words: "one letter, such as I, E or O" },
  "PV1-14": { takes: /^[A-Z0-9]$/, words: "one sign, such as 4" },
  "PV1-18": { takes: /^[A-Z0-9]{1,10}$/, words: "a code such as OBS" },
  "PV1-36": { takes: /^\d{2}$/, words: "two digits, such as 02" },
  "IN1-2": { takes: /^ISNP$/, words: "ISNP" },
  "PID-3.4": {
    takes: /^(MRN|SHARED|MRN,SHARED)$/,
    words: "MRN, SHARED or MRN,SHARED",
  },
  "PID-3.5": { takes: /^(MR|PI)$/, words: "MR or PI" },
} as const;

export type CodedField = keyof typeof FIELDS;

export type SenderCodes = Readonly<
  Partial<Record<CodedField, ReadonlyMap<string, string>>>
>;

export function translated<Value extends string | null | undefined>(
  codes: SenderCodes,
  field: CodedField,
  value: Value,
): Value | string {
  return (value && codes[field]?.get(value)) ?? value;
}

/** Reads codes such as `PV1-36:HOSP=02 PV1-2:EMR=E`. A problem continues 'The entry …'. */
export function readSenderCodes(text: string): {
  codes: SenderCodes;
  problems: { entry: string; problem: string }[];
} {
  const codes: Partial<Record<CodedField, Map<string, string>>> = {};
  const problems: { entry: string; problem: string }[] = [];
  for (const entry of text.split(/\s+/).filter((word) => word !== "")) {
    const read = readEntry(entry);
    if (typeof read === "string") {
      problems.push({ entry, problem: read });
      continue;
    }
    const { field, word, code } = read;
    const known = (codes[field] ??= new Map<string, string>());
    if (known.has(word)) {
      problems.push({ entry, problem: "gives a word its code a second time" });
    } else {
      known.set(word, code);
    }
  }
  return { codes, problems };
}

function readEntry(
  entry: string,
): { field: CodedField; word: string; code: string } | string {
  const parts = /^([^:=]+):([^:=]+)=([^:=]+)$/.exec(entry);
  if (!parts) {
    return "must be a field, a colon, a word, = and its code, as in PV1-36:HOSP=02";
  }
  const [, field = "", encodedWord = "", encodedCode = ""] = parts;
  if (!isCodedField(field)) {
    return `must begin with one of ${Object.keys(FIELDS).join(", ")}`;
  }
  const word = decoded(encodedWord);
  const code = decoded(encodedCode)?.toUpperCase();
  if (!word || !code) {
    return "must have two hexadecimal digits behind each %, as in %20 for a space";
  }
  const { takes, words } = FIELDS[field];
  return takes.test(code)
    ? { field, word, code }
    : `must give ${field} ${words}`;
}

function isCodedField(field: string): field is CodedField {
  return Object.hasOwn(FIELDS, field);
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text).trim() || null;
  } catch {
    return null;
  }
}

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
  const name = decoded(entry)?.toLowerCase();
  return name ? { kind: "certificate", name } : null;
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
