import type { Kysely } from "kysely";
import { DEFAULT_TIME_ZONE } from "~/domain/time-zone";
import { parseSenderCodes, type SenderCodes } from "~/domain/feed/sender-codes";
import { senderOf, type NamedSender } from "~/domain/feed/sender-of-message";
import type { Schema } from "~server/store/schema";

/** A sender with what its messages are read by. */
export interface KnownSender {
  sender: string;
  facility: string;
  role: "facility" | "hospital";
  facilityId: number | null;
  timeZone: string;
  codes: SenderCodes;
}

/** Looks up the senders of messages. */
export type SenderLookUp = (
  message: NamedSender,
) => KnownSender | "unknown_sender" | "unknown_facility";

/** Reads the senders that some messages may be of. */
export async function readSenders(
  db: Kysely<Schema>,
  messages: readonly NamedSender[],
): Promise<SenderLookUp> {
  const names = [...new Set(messages.map(({ sender }) => sender ?? ""))];
  const codes = [
    ...new Set(
      messages.flatMap(({ facility, location }) => [
        facility ?? "",
        location ?? "",
      ]),
    ),
  ];
  if (names.length === 0) return () => "unknown_sender";
  const known = await db
    .selectFrom("senders")
    .where("sender", "in", names)
    .select("sender")
    .distinct()
    .execute();
  const rows = await db
    .selectFrom("senders")
    .leftJoin("facilities", "facilities.id", "senders.facility_id")
    .where("sender", "in", names)
    .where("facility", "in", codes)
    .select(["sender", "facility", "role", "facility_id", "codes", "time_zone"])
    .execute();
  const senders = rows.map((row): KnownSender => ({
    sender: row.sender,
    facility: row.facility,
    role: row.role,
    facilityId: row.facility_id,
    timeZone: row.time_zone ?? DEFAULT_TIME_ZONE,
    codes: parseSenderCodes(row.codes),
  }));
  const isKnown = new Set(known.map(({ sender }) => sender));
  return (message) => {
    const found = senderOf(message, senders);
    return found === "unknown_sender" && isKnown.has(message.sender ?? "")
      ? "unknown_facility"
      : found;
  };
}
