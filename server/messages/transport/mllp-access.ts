import { readFileSync } from "node:fs";
import { BlockList, isIPv4 } from "node:net";
import { createSecureContext } from "node:tls";
import type { Settings } from "~/contract/settings";
import { CommandError } from "~server/command-line/command-error";
import type { MllpOptions } from "./mllp-server";

/** Certificates as the settings name them; undefined where the port speaks no TLS. Throws where they cannot be used. */
export function configuredTls({
  HL7_TLS_CERT,
  HL7_TLS_KEY,
  HL7_TLS_CA,
}: Settings): MllpOptions["tls"] {
  if (!HL7_TLS_CERT || !HL7_TLS_KEY) return undefined;
  const tls = {
    cert: readFileSync(HL7_TLS_CERT),
    key: readFileSync(HL7_TLS_KEY),
    ca: HL7_TLS_CA ? readFileSync(HL7_TLS_CA) : undefined,
  };
  try {
    createSecureContext(tls);
  } catch (error) {
    const why = error instanceof Error ? error.message : "";
    throw new CommandError(
      `The files of HL7_TLS_CERT, HL7_TLS_KEY and HL7_TLS_CA cannot be used together: ${why}.`,
    );
  }
  return tls;
}

/** The senders that may connect (HL7_ALLOW); undefined where all may. */
export function configuredSenders({
  HL7_ALLOW,
}: Pick<Settings, "HL7_ALLOW">): BlockList | undefined {
  if (!HL7_ALLOW) return undefined;
  const senders = new BlockList();
  for (const entry of HL7_ALLOW) {
    const [address = "", prefix] = entry.split("/");
    const family = isIPv4(address) ? "ipv4" : "ipv6";
    if (prefix === undefined) senders.addAddress(address, family);
    else senders.addSubnet(address, Number(prefix), family);
  }
  return senders;
}
