import { BlockList, isIPv6 } from "node:net";
import type { Kysely } from "kysely";
import {
  parseOrigins,
  parseSenderCodes,
} from "~/features/messages/rules/sender-rules";
import { DEFAULT_TIME_ZONE } from "~/domain/time-zone";
import type { KnownSender } from "~/features/messages/rules/word-of-message";
import type { Schema } from "~server/store/schema";

export type NoSender = "unknown_sender" | "unknown_facility" | "wrong_origin";

export interface SentMessage {
  sender: string | null;
  facility: string | null;
  location: string | null;
  isMerge: boolean;
  /** Null once its sender is accepted. */
  cameFrom: string | null;
}

/** Checks the origin (R519): an address or `files`, and names of a certificate. */
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

export async function readSenders(
  db: Kysely<Schema>,
  messages: readonly SentMessage[],
): Promise<(message: SentMessage) => KnownSender | NoSender> {
  const names = [...new Set(messages.map(({ sender }) => sender ?? ""))];
  if (names.length === 0) return () => "unknown_sender";
  const rows = await db
    .selectFrom("senders")
    .leftJoin("facilities", "facilities.id", "senders.facility_id")
    .where("sender", "in", names)
    .select(["sender", "facility", "role", "facility_id as facilityId"])
    .select(["codes", "bound_to", "time_zone"])
    .execute();
  return (message) => {
    const own = rows.filter(({ sender }) => sender === (message.sender ?? ""));
    if (own.length === 0) return "unknown_sender";
    const found = senderOf(message, own);
    if (found) {
      const { bound_to, codes, time_zone, ...sender } = found;
      if (!mayCome(bound_to, message.cameFrom)) return "wrong_origin";
      const timeZone = time_zone ?? DEFAULT_TIME_ZONE;
      return { ...sender, timeZone, codes: parseSenderCodes(codes) };
    }
    const ofAny = message.isMerge && ofAnyFacility(message, own);
    if (!ofAny) return "unknown_facility";
    return own.every((row) => mayCome(row.bound_to, message.cameFrom))
      ? ofAny
      : "wrong_origin";
  };
}

/** Matches PV1-3.4, else MSH-4.1. A row without a code is for messages with neither. */
export function senderOf<Row extends { sender: string; facility: string }>(
  { sender, facility, location }: Omit<SentMessage, "isMerge" | "cameFrom">,
  rows: readonly Row[],
): Row | undefined {
  const own = rows.filter((row) => row.sender === (sender ?? ""));
  const codes = [location, facility].filter(Boolean);
  const [found] = (codes.length > 0 ? codes : [""]).flatMap(
    (code) => own.find((one) => one.facility === code) ?? [],
  );
  return found;
}

/** A merge without a facility; null if the sender is both facility and hospital. */
function ofAnyFacility(
  { sender, facility }: SentMessage,
  own: readonly { role: KnownSender["role"]; codes: string }[],
): KnownSender | null {
  const [role, ...others] = new Set(own.map((row) => row.role));
  if (!role || others.length > 0) return null;
  return {
    sender: sender ?? "",
    facility: facility ?? "",
    role,
    facilityId: null,
    timeZone: DEFAULT_TIME_ZONE,
    codes: parseSenderCodes(own.map(({ codes }) => codes).join(" ")),
  };
}
