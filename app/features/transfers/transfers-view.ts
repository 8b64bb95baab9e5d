import type { PlaceFilters } from "~/features/report-filters/place-filter-form";
import type { Crumb } from "~/ui/breadcrumbs";
import type { ListState } from "~/ui/list-states";
import type { OlderPages } from "~/ui/older-pages";

export interface GroupRow {
  key: string;
  /** Of its link. */
  id: string;
  label: string;
  count: string;
  share: string;
  /** With those before it, of all that were named; of causes alone. */
  running: string | null;
  /** In percent of the largest group, for its bar. */
  width: number;
  /** Null where lists of residents are closed to the viewer, and of none. */
  href: string | null;
  isShown: boolean;
}

/** The transfers by one of the groupings. */
export interface GroupingView {
  by: string;
  title: string;
  rows: GroupRow[];
  /** Of which of the transfers the shares are, where not of all. */
  note: string | null;
  /** What is said of groups that are left out. */
  more: string | null;
}

type Groupings = ListState<{
  total: string;
  /** Null where lists of residents are closed to the viewer. */
  allHref: string | null;
  smallNote: string | null;
  groupings: GroupingView[];
}>;

export interface TransferCells {
  key: string;
  resident: { name: string; mrn: string | null; href: string };
  /** Null for a planned transfer, which has no review. */
  reviewHref: string | null;
  /** Null where a planned transfer has no review. */
  reviewText: string | null;
  cells: Record<string, string>;
}

/** The list that is open. */
export interface TransferList extends OlderPages {
  heading: string;
  columns: { key: string; label: string; numeric: boolean }[];
  rows: TransferCells[];
  /** Said in the place of rows; null where there are some. */
  message: string | null;
  closeHref: string;
}

/** What the page of transfers shows. */
export interface TransfersView extends PlaceFilters {
  /** The range and the ISNP choice, for paper. */
  paper: string;
  name: string | null;
  crumbs: Crumb[];
  href: string;
  groups: Groupings;
  list: TransferList | null;
}
