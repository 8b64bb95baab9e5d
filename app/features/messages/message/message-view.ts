import type { ShownSegment } from "../rules/message-segments";
import type { MessageAction } from "../rules/message-states";

/** What the page of a message shows. */
export interface MessageView {
  id: number;
  /** Address of the page. */
  path: string;
  facts: { label: string; value: string }[];
  /** What the page has of its text, or why it has none. */
  text: { segments: ShownSegment[] } | { missing: string };
  actions: readonly MessageAction[];
  /** Where its sender is added, for one whose sender or facility is not known. */
  mapHref: string | null;
}

/** What the page has after a post that did nothing. */
export interface MessageAnswer {
  error: string;
}
