import type { GraphTag } from "~/domain/graphs/rate-graphs";
import type { TargetText } from "~/features/targets/words";
import type { Variation } from "./rules/variation";
import type { PlaceFilters } from "~/features/report-filters/place-filter-form";
import type { Crumb } from "~/ui/breadcrumbs";
import type { ListState } from "~/ui/list-states";
import type { TableSort } from "~/ui/table-head";

/** A measure of a child, as its cell says it; the cell leads to its chart. */
export interface SignalCellView {
  /** Includes the mark for small numbers. */
  value: string;
  /** 'Sep 2026'; null where no month has a value. */
  month: string | null;
  variation: Variation;
  words: string;
  /** '3 of 18 months were unusual.' Null where none was. */
  unusual: string | null;
  href: string;
  /** Left out where no target is in force. */
  target?: TargetText;
}

/** A measure of the place itself that is unusual or has a target, with its chart. */
export interface OwnSignal extends Pick<SignalCellView, "href" | "target"> {
  text: string;
  isUnusual: boolean;
}

export interface SignalRowView {
  id: number;
  /** Null for the stays without a physician. */
  name: string | null;
  href: string;
  cells: Record<GraphTag, SignalCellView>;
}

export type SignalList = ListState<{
  rows: SignalRowView[];
  /** Changes with all that the rows show. */
  version: string;
  /** 'Showing 1 to 50 of 300.' */
  count: string;
  page: number;
  pages: number;
  smallNote: string | null;
  hasNew: boolean;
  hasTargets: boolean;
  own: OwnSignal[];
}>;

/** What the page of signals shows. */
export interface SignalsView extends PlaceFilters {
  title: string;
  /** Null for the company. */
  name: string | null;
  crumbs: Crumb[];
  /** The range and the ISNP choice, for paper. */
  paper: string;
  /** The link to all facilities or back; null if the children are facilities or physicians. */
  other: { text: string; href: string } | null;
  sort: TableSort | null;
  href: string;
  /** The query without order and page. */
  query: [string, string][];
  /** The same with the order. */
  inOrder: [string, string][];
  list: SignalList;
}
