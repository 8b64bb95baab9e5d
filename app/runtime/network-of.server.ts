import { isIPv6 } from "node:net";

const MAPPED = /^::ffff:(?=[\d.]+$)/i;
/** The network part of an IPv6 address; a machine chooses the rest freely. */
const NETWORK_GROUPS = 4;

/** An IPv4 address, or the /64 network of an IPv6 one. Other texts count as they are; no address counts as one. */
export function networkOf(address: string | null): string {
  const text = (address ?? "").toLowerCase().replace(MAPPED, "");
  const plain = text.replace(/%.*$/, "");
  if (!isIPv6(plain)) return text;
  const [head = "", tail] = plain.split("::", 2);
  const first = head.split(":").filter(Boolean);
  const last = (tail ?? "").split(":").filter(Boolean);
  // A dotted end stands for two groups.
  const length = first.length + last.length + (plain.includes(".") ? 1 : 0);
  const gap = tail === undefined ? [] : Array<string>(8 - length).fill("0");
  return [...first, ...gap, ...last]
    .slice(0, NETWORK_GROUPS)
    .map((group) => parseInt(group, 16).toString(16))
    .join(":")
    .concat("::/64");
}
