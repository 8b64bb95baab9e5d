import { waitsForSender } from "~/features/messages/rules/message-states";
import { paths, withQuery } from "~/paths";
import type { FeedMessage } from "~server/messages/service";

/** The form of a sender, or of a new one: with that name and code, where they are known. */
export function senderPath(
  key: { sender?: string; facility?: string } = {},
): string {
  return withQuery(`${paths.feed}/sender`, key);
}

/** The page that adds the sender of a message; null unless the message waits for its sender or facility. */
export function mapPath({
  reason,
  sender,
  facility,
  location,
}: Pick<FeedMessage, "reason" | "sender" | "facility" | "location">):
  | string
  | null {
  return waitsForSender(reason)
    ? senderPath({
        sender: sender ?? "",
        facility: facility ?? location ?? "",
      })
    : null;
}

export function messagePath(id: number): string {
  return `${paths.feed}/message/${id}`;
}
