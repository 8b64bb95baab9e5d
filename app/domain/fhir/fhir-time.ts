import type { TimeStamp } from "../feed/message-facts";
import { isEr7Time } from "../hl7/er7-time";

/** Seconds may be missing, and the offset too: senders leave them out, though FHIR does not allow it. */
const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * A FHIR date, dateTime or instant as the time stamp of a message. A day alone, or a time without an offset, is what the clocks of
 * the facility show. Undefined where it is none: a year or a month says too little.
 */
export function stampOf(text: string | undefined): TimeStamp | undefined {
  const match = DATE_TIME.exec(text?.trim() ?? "");
  if (!match) return undefined;
  const [, year, month, date, hour, minute, second, part, zone] = match;
  let stamp = `${year}${month}${date}`;
  if (hour !== undefined) stamp += `${hour}${minute}${second ?? "00"}`;
  if (part !== undefined) stamp += `.${part.slice(0, 4)}`;
  if (zone !== undefined) {
    stamp += zone === "Z" ? "+0000" : zone.replace(":", "");
  }
  return isEr7Time(stamp) ? stamp : undefined;
}
