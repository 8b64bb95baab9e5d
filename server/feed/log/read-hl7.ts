import { readAdt, readHeader } from "~/domain/hl7/adt";
import { Er7Message } from "~/domain/hl7/er7";
import type { ReadMessage } from "./message-log";

/** A message as it came, and its text by the encoding that it declares. */
export interface ReceivedText extends Pick<
  ReadMessage,
  "content" | "via" | "receivedAt" | "cameFrom"
> {
  text: string;
}

/** Null where the text is no HL7. */
export function readHl7({
  text,
  ...received
}: ReceivedText): ReadMessage | null {
  const message = Er7Message.parse(text);
  return (
    message && {
      ...received,
      encoding: "hl7",
      header: readHeader(message),
      reading: readAdt(message),
    }
  );
}
