import { BlockList, isIP } from "node:net";

/** Whether an address is a portal's: only portals may name the browser's address. */
export type IsPortal = (peer: string) => boolean;

/** Portals on this machine and at the addresses in PORTAL_ADDRESSES. */
export function portalsAt(addresses: readonly string[]): IsPortal {
  const portals = new BlockList();
  portals.addSubnet("127.0.0.0", 8, "ipv4");
  portals.addAddress("::1", "ipv6");
  for (const address of addresses) {
    portals.addAddress(address, familyOf(address));
  }
  return (peer) => isIP(peer) !== 0 && portals.check(peer, familyOf(peer));
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 4 ? "ipv4" : "ipv6";
}

/** Null if unknown. `x-forwarded-for` counts from this process (`peer` is null) or a portal: others could forge it. */
export function clientAddressOf(
  forwarded: string | null,
  peer: string | null,
  isPortal: IsPortal,
): string | null {
  if (peer !== null && !isPortal(peer)) return peer;
  const last = forwarded?.split(",").at(-1)?.trim() ?? "";
  // An address with a port would look like a new browser on each connection.
  return isIP(last) === 0 ? peer : last;
}
