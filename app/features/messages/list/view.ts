import type {
  MessageReasonName,
  MessageStatusName,
} from "../rules/message-states";
import type { ListState } from "~/ui/list-states";
import type { OlderPages } from "~/ui/older-pages";

export interface SenderLine {
  key: string;
  sender: string;
  facility: string;
  role: string;
  place: string;
  codes: string;
  href: string;
}

export interface MessageLine {
  id: number;
  /** ISO 8601, for machines. */
  received: string;
  day: string;
  time: string;
  type: string;
  sender: string;
  status: string;
  why: string;
  todo: string;
  href: string;
  /** Where its sender is added, for one whose sender or facility is not known. */
  mapHref: string | null;
}

export type FeedList<Line> = ListState<{ rows: Line[] }>;

/** Which messages are asked for; null leaves it open. */
export interface MessageFilters {
  status: MessageStatusName | null;
  reason: MessageReasonName | null;
  sender: string | null;
}

/** How many messages have a reason, in words, and the list of them; `href` is null where no reason is known. */
export interface ReasonCount {
  text: string;
  href: string | null;
  isShown: boolean;
}

/** What the page of messages shows. */
export interface FeedView extends OlderPages {
  senders: FeedList<SenderLine>;
  messages: FeedList<MessageLine>;
  /** What messages are listed. */
  heading: string;
  filters: MessageFilters;
  isFiltered: boolean;
  /** False where no message has ever come, or nothing is known of them. */
  canFilter: boolean;
  /** Where a sender is added. */
  addHref: string;
  /** How many of those that wait or cannot be used have each reason, most first; none of other lists. */
  counts: ReasonCount[];
}
