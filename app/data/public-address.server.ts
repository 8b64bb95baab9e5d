import { lookup as resolve } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** IPv4 that is not the public internet's: this host, private, shared, link-local (metadata), test, multicast, reserved. */
const NOT_PUBLIC_V4: readonly [network: string, prefix: number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

/** All of public IPv6; loopback, unique-local, link-local, IPv4-mapped and translated ones lie outside of it. */
const GLOBAL_V6 = ["2000::", 3] as const;

/** Tunnels into IPv4 within it, and what documents and benchmarks use. */
const NOT_PUBLIC_V6: readonly [network: string, prefix: number][] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const refused = new BlockList();
for (const [network, prefix] of NOT_PUBLIC_V4) {
  refused.addSubnet(network, prefix, "ipv4");
}
for (const [network, prefix] of NOT_PUBLIC_V6) {
  refused.addSubnet(network, prefix, "ipv6");
}
const global = new BlockList();
global.addSubnet(...GLOBAL_V6, "ipv6");

/** True for an address of the public internet, as text; false for a host's name. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !refused.check(address, "ipv4");
    case 6:
      return global.check(address, "ipv6") && !refused.check(address, "ipv6");
    default:
      return false;
  }
}

/**
 * Refuses a name with an address that is not public. The connection uses the checked address, so that a second lookup
 * cannot differ.
 */
export function publicLookup(
  resolveName: typeof resolve = resolve,
): LookupFunction {
  return (hostname, options, callback) => {
    resolveName(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) {
        callback(error ?? new Error("no address"), []);
      } else if (!addresses.every(({ address }) => isPublicAddress(address))) {
        callback(new Error("not a public address"), []);
      } else if (options.all) {
        callback(null, addresses);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };
}
