import type { Metrics } from "~/contract/metrics";
import type { Judged } from "~/features/targets/rules";
import type { TargetText } from "~/features/targets/words";
import type { ChartNotes } from "~/domain/graphs/chart-notes";
import type { Quality } from "~/contract/qmcalculator";
import type { IsoDay } from "~/domain/calendar";
import type { cmsFileWords } from "./rules/cms/cms-file";
import type { RangePreset } from "../../domain/range-text";
import type { FrailtyBand, FrailtyFilter } from "~/domain/frailty";
import type { DrillDownColumn } from "~/domain/figures/drill-down-columns";
import type { DateRange, Filters } from "~/domain/filters";
import type { Freshness } from "~/domain/freshness";
import type { Level } from "~/domain/places/hierarchy";
import type { FigureTag } from "~/domain/figures/figure-tags";
import type { FigureBlock, OverviewMetrics } from "~/domain/figures/metrics";
import type { SentEvents } from "~/domain/graphs/measure-line";
import type { GraphMode, GraphsAsked } from "~/domain/graphs/graph-modes";
import type { GraphTag, RateTag } from "~/domain/graphs/rate-graphs";
import type { ListSort } from "~/domain/lists/list-page";
import type { ProfileQuery } from "~/paths";
import type { Nav, NavLink } from "~/ui/nav";
import type { LinkedMark } from "~/features/data-quality/census-marks";
import type { loadHuddle } from "./load/load-huddle.server";

export type PanelView<T> =
  | { state: "data"; data: T }
  | { state: "empty"; message?: string }
  | { state: "error"; message: string };

export interface Morning {
  counts: NavLink[];
  /** The first residents to see, or above a facility the one with most to do, with the reason. */
  first: (NavLink & { why: string })[];
}

export type HuddleResidents = NonNullable<
  Awaited<ReturnType<typeof loadHuddle>>
>;

export interface PanelProps {
  view: ProfileView;
  isLoading: boolean;
}

/** A part of the page that may still be on its way: it follows the page (app/rendering/README.md). */
export type FollowingPanel<T> = PanelView<T> | { state: "late" };

/**
 * Column by column: 200 rows of objects with exact rates would be half of the document, and similar cells compress
 * well.
 */
export interface ListView {
  heads: DrillDownColumn[];
  /** The id each row links to; for patients without a page the index of the row. */
  keys: number[];
  hasResidents?: boolean;
  columns: string[][];
  /** A document leaves their cells out. */
  rows: number;
  count: string;
  /** Rows before the filters of the list. */
  total: number;
  /** The current patients among them; only in patient lists. */
  current?: number;
  /** What the mark at some rates means, and why some have none yet; null where there is neither. */
  note: string | null;
}

/** Rows by their indexes. */
export interface Arrangement {
  places: number[];
  count: string | null;
}

export interface StarRatings extends ReturnType<typeof cmsFileWords> {
  overall: number | null;
  survey: number | null;
  quality: number | null;
  staffing: number | null;
}

export type EntityView =
  | { kind: "company"; companyName: string }
  | { kind: "place"; name: string; parents: string[]; ratings?: StarRatings }
  | {
      kind: "physician";
      name: string;
      specialty: string | null;
      employer: string | null;
      facilities: string[];
    }
  | { kind: "no-physician"; facility: string | null }
  | { kind: "physician-error" }
  | { kind: "physician-empty" };

export interface CmsView {
  kinds: string;
  heads: string[];
  rows: { measure: number; name: string; cells: string[] }[];
  notes: string[];
  method: string[];
  averages: Partial<Record<RateTag, string>>;
}

/** The period of the same length that ends the day before the range begins, as far as both can be compared (R496). */
export interface PreviousPeriod {
  range: DateRange;
  /** Null where no facility has data of both. */
  metrics: Metrics | null;
  /** The figures of the range to compare them with; left out: those of the card. */
  now?: OverviewMetrics;
  /** Which facilities are compared, or why none is; left out where all are. */
  note?: string;
}

export interface FrailtyView extends Record<FrailtyBand, string> {
  unscored: string | null;
}

export interface FacilityChoice {
  id: number;
  name: string;
}

export interface GraphsView {
  months: string[];
  years: readonly number[];
  /** The newest months have no rates: the facility is silent (R300). */
  isSilent: boolean;
  lines: Record<GraphTag, Record<GraphMode, GraphLine>>;
  /** The events of measures that have few of them, where the API host knows their days (R362). */
  events?: Partial<Record<GraphTag, SentEvents & { by?: "month" }>>;
  notes?: ChartNotes;
  hasUnknownNotes?: true;
  targets?: Partial<Record<GraphTag, TargetOfGraph>>;
  /** `rolling` is left out if it says the same as `mom`. */
  verdicts: Record<GraphTag, { mom: GraphVerdict; rolling?: GraphVerdict }>;
  /** Monthly figures of the overview card that no line has, by tag; the host may not know some. */
  trends: Partial<Record<string, readonly (number | null)[]>>;
}

export interface TargetOfGraph extends Pick<
  Judged,
  "measure" | "value" | "verdict"
> {
  start: number;
  story: string;
}

export interface GraphVerdict {
  latest: string;
  /** '3 of 18 months were unusual.' Null where too few can be judged. */
  unusual: string | null;
  hasUnusual: boolean;
}

export interface GraphLine {
  /** Percent, or per 1,000, to four decimals. */
  rates: (number | null)[];
  /** Admissions, or long-stay days. */
  denominators: (number | null)[];
}

/** Column by column. All five rates come with the same calls, so that another one shows without asking again. */
export interface CompareView {
  /** In the API's order; the name is null for stays without a physician, and if unknown. */
  children: { id: number; name: string | null }[];
  counts: Record<RateTag, ComparedCounts>;
  /** Children with unsettled admissions only; null if the host does not know. */
  awaited: number[] | null;
}

export interface ComparedCounts {
  events: (number | null)[];
  denominators: (number | null)[];
}

export type QualityView = Quality & { period: DateRange };

export interface FigureNote {
  text: string;
  /** For screen readers: '3.4 points lower than in 03/04/2024–03/03/2025, better'; null if the text is enough. */
  spoken: string | null;
  tone: "better" | "worse" | null;
}

export interface FigureView {
  tag: FigureTag;
  text: string;
  line: string | null;
  note: FigureNote | null;
  target?: TargetText;
}

export interface FiguresView {
  blocks: Record<FigureBlock, FigureView[]>;
  months: number;
  /** What the lines and arrows stand for; empty without either. */
  caption: string;
}

/** The list is whole, and the sort is that of the loaded address. */
export interface SentView extends Omit<
  ProfileView,
  "frailtyFilter" | "isCurrentOnly" | "hasLongGraph" | "clearHref"
> {
  listAt: { query: string; arrangement: Arrangement | null };
}

export type OneCallPart = "graphs" | "rows";

/** A part that a document may leave out. Figures and their scores come only with the whole page. */
export type LeftOutPart = OneCallPart | "figures";

export interface RenderedContent {
  keys: Record<
    "figures" | "graphs" | "morning" | "quality" | "rows",
    string
  > & {
    cms?: string;
  };
  leftOut: LeftOutPart[];
  /** When the data of a part were last imported, where that is not when those of the page were. */
  dates?: Partial<Record<OneCallPart, string | null>>;
}

export interface FetchedPart {
  lastUpdated: string | null;
  graphs?: PanelView<GraphsView>;
  list?: FollowingPanel<ListView>;
  listAt?: SentView["listAt"];
}

export interface ProfileView extends GraphsAsked {
  level: Level;
  id: number;
  name: string | null;
  title: string;
  documentTitle: string;
  crumbs: { label: string; href?: string; current?: boolean }[];
  lastUpdated: string | null;
  /** The version of the figures' data, to notice newer data; null if the host does not send it. */
  dataVersion: string | null;
  /** The last day through which the data of all facilities are complete; null where the host does not say (R245). */
  reach: IsoDay | null;
  silentSince?: IsoDay;
  hasOneReach: boolean;
  /** The last day that counts anywhere; left out where all data reach To Date. */
  lastDay?: IsoDay;
  /** ' · through 06/01/2026' where the range goes on after it; empty where all of the range counts (R251). */
  through: string;
  freshness: Freshness | null;
  entity: EntityView;
  filters: Filters;
  marks: LinkedMark[];
  morning: Morning;
  filterNotes: string[];
  isnpFixed: boolean;
  facilityChoices: FacilityChoice[];
  /** For printing: the page and its filters, short, for the head of each sheet; the same for graphs, with their range; the filters. */
  paper: { head: string; graphs: string; filters: string };
  nav: Nav;
  hasRows?: true;
  notesHref: string | null;
  targetsHref: string | null;
  mayAddEvents: boolean;
  clearHref: string | null;
  facilityName: string | null;
  /** The filters that links to other profiles carry on: those that the URL names. */
  carried: ProfileQuery;
  presets: RangePreset[];
  rangeName: string;
  /** The range is the one that the page has without dates in its URL. */
  isDefaultRange: boolean;
  /** Separates the saved state of this session from others in the same browser. */
  stateMark: string;
  sort: ListSort<string> | null;
  frailtyFilter: FrailtyFilter;
  isCurrentOnly?: boolean;
  /** Sort, filter and modes of the address, which the page may not show yet: links and forms carry these. */
  asked?: Pick<
    ProfileView,
    "sort" | "frailtyFilter" | "isCurrentOnly" | "monthly"
  >;
  /** The list was not there yet when the page was sent: it must not change its place when it comes. */
  isListLate: boolean;
  layout: "page" | "huddle";
  residents?: HuddleResidents;
  metrics: FollowingPanel<Metrics>;
  figures: FiguresView;
  list: FollowingPanel<ListView>;
  frailty: FollowingPanel<FrailtyView>;
  graphs: FollowingPanel<GraphsView>;
  longGraphs: PanelView<GraphsView> | null;
  previous: PreviousPeriod | null;
  /** The quality score; null where the viewer may not see it. */
  quality: FollowingPanel<QualityView> | null;
  cms?: FollowingPanel<CmsView>;
  compare: PanelView<CompareView> | null;
  rendered: RenderedContent;
  notices: { tone: "error"; text: string }[];
}
