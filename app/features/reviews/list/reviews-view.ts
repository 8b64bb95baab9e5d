import type { ReviewState } from "../rules/review-rules";
import type { ListState } from "~/ui/list-states";
import type { OlderPages } from "~/ui/older-pages";

/** A transfer as the list shows it: texts, and the address of its review. */
export interface TransferRow {
  id: number;
  name: string;
  mrn: string;
  href: string;
  facility: string;
  physician: string;
  transferred: string;
  outcome: string;
  state: ReviewState;
  stateText: string;
  isOverdue: boolean;
  /** What follows from the transfer, who does it and by when; empty where nothing does. */
  action: string;
  actionBy: string;
  /** It is not done, and its day has passed. */
  isActionLate: boolean;
}

export interface PlaceRow {
  id: number;
  name: string;
  href: string;
  reviewed: string;
  overdue: string;
}

/** What the page of work shows. */
export interface ReviewsView extends OlderPages {
  /** The facility that is asked for, where it has transfers; null for all else. */
  placeName: string | null;
  lists: { href: string; text: string; isShown: boolean }[];
  heading: string;
  /** '12 of 18 unplanned transfers since 03/18/2026 are reviewed.' */
  summary: string | null;
  transfers: ListState<{ rows: TransferRow[] }>;
  places: PlaceRow[];
  /** The page of all places; null where it is that. */
  allHref: string | null;
  page: number;
}
