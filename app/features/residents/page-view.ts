import type { OlderPages } from "~/ui/older-pages";
import type { StayBar } from "./rules";

/** A day as the page writes it; `iso` is for machines, with the time of day where it is known. */
export interface DayText {
  iso: string;
  text: string;
  /** Null where the time of day is not known. */
  time: string | null;
}

/** `href` is null where the viewer has no way there. */
export interface FactText {
  label: string;
  value: string;
  href: string | null;
}

export interface NoteText {
  id: number;
  day: DayText;
  type: string;
  isHighRisk: boolean;
  isUnread: boolean;
  /** Its author, place and recipients. */
  about: string;
  preview: string;
  text: string;
}

/** The way to a review, in the words of its state. */
export interface ReviewLink {
  href: string;
  text: string;
}

/** Something that happened, as the list shows it. */
export interface ItemText {
  key: string;
  day: DayText;
  title: string;
  /** Words on a wash. */
  chips: string[];
  /** What is known of it. */
  facts: FactText[];
  /** Sentences beside them. */
  remarks: string[];
  /** Which figures count it, and why. */
  figures: string[];
  /** For transfers only. */
  review: ReviewLink | null;
  /** The newest of those that follow each other, and those that fold. */
  notes: { shown: NoteText[]; folded: NoteText[]; more: string };
}

export interface GroupText {
  key: string;
  heading: string;
  chips: string[];
  about: string | null;
  items: ItemText[];
}

/** The present or last stay as a bar, and the texts around it. */
export type BarView = Pick<StayBar, "parts" | "marks" | "notes"> & {
  /** For screen readers. */
  name: string;
  start: string;
  end: string;
};

/** A resident's page. */
export interface ResidentPageView {
  name: string;
  /** The present or last facility. */
  facility: { id: number; name: string } | null;
  facts: FactText[];
  strip: FactText[];
  /** Null without any stay. */
  bar: BarView | null;
  /** What is left out for viewers who do not see everything; null for the others. */
  bordered: string | null;
  groups: GroupText[];
  /** Address of the page as shown. */
  href: string;
  /** Its data address, for marks of opened notes. */
  markHref: string;
  /** Notes of the page that the physician has not read, and what to press; null where there are none. */
  unread: { text: string; label: string; noteIds: number[] } | null;
  /** Reviews of transfers that are no longer in the data. */
  leftReviews: ReviewLink[];
  pages: OlderPages;
}

/** What the loader gives to the screen. */
export type ResidentPage =
  | { state: "data"; view: ResidentPageView }
  | { state: "error"; message: string; retryHref: string };
