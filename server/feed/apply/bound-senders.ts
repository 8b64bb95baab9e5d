import { BlockList, isIPv6 } from "node:net";
import { parseOrigins } from "~/features/messages/rules/sender-origins";

/**
 * Whether a message may come from there, by what its sender is bound to (R519).
 *
 * @param cameFrom as it was stored: an address or `files`, and the names of a certificate. Null: it was accepted before
 */
export function mayCome(boundTo: string, cameFrom: string | null): boolean {
  if (boundTo === "" || cameFrom === null) return true;
  const [place = "", ...names] = JSON.parse(cameFrom) as string[];
  const address = place.replace(/%.*$/, "");
  return parseOrigins(boundTo).some((origin) => {
    switch (origin?.kind) {
      case "files":
        return place === "files";
      case "certificate":
        return names.some((name) => name.toLowerCase() === origin.name);
      case "network": {
        const network = new BlockList();
        const family = origin.isV6 ? "ipv6" : "ipv4";
        network.addSubnet(origin.address, origin.prefix, family);
        return network.check(address, isIPv6(address) ? "ipv6" : "ipv4");
      }
      case undefined:
        return false;
    }
  });
}
