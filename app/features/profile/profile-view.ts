import type { Metrics } from "~/contract/metrics";
import type { Judged } from "~/features/targets/rules";
import type { TargetText } from "~/features/targets/words";
import type { ChartNotes } from "~/domain/graphs/chart-notes";
import type { Quality } from "~/contract/qmcalculator";
import type { IsoDay } from "~/domain/calendar";
import type { cmsFileWords } from "./rules/cms/cms-file";
import type { RangePreset } from "./filters/range-presets";
import type { FrailtyBand, FrailtyFilter } from "~/domain/frailty";
import type { DrillDownColumn } from "~/domain/figures/drill-down-columns";
import type { DateRange, Filters } from "~/domain/filters";
import type { Freshness } from "~/domain/freshness";
import type { Level } from "~/domain/places/hierarchy";
import type { FigureTag } from "~/domain/figures/figure-tags";
import type { FigureBlock } from "~/domain/figures/metrics";
import type { SentEvents } from "~/domain/graphs/graph-events";
import type { GraphMode, GraphsAsked } from "~/domain/graphs/graph-modes";
import type { GraphTag, RateTag } from "~/domain/graphs/rate-graphs";
import type { SortDirection } from "~/domain/lists/table-sort";
import type { ProfileQuery } from "~/paths";
import type { Nav, NavLink } from "~/ui/nav";
import type { LinkedMark } from "~/features/data-quality/census-marks";
import type { CmsView } from "./cms/shown-cms";
import type { PreviousPeriod } from "./previous-period";

/** A part of the page as the loader sends it; the same shape as `Panel` of `app/data`. */
export type PanelView<T> =
  | { state: "data"; data: T }
  | { state: "empty"; message?: string }
  | { state: "error"; message: string };

/** What matters at a place this morning. */
export interface Morning {
  /** Each with the way to exactly that list. */
  counts: NavLink[];
  /** The first residents to see, or above a facility the one with most to do, with the reason. */
  first: (NavLink & { why: string })[];
}

/** What a huddle speaks of, in words; `more`: how many others there are. */
export interface HuddleResidents {
  attention: {
    count: string;
    units: {
      name: string;
      rows: { name: string; why: string; window: string }[];
    }[];
    more: string | null;
  };
  out: {
    count: string;
    rows: { name: string; since: string; hospital: string; bed: string }[];
    more: string | null;
  };
  /** Null where they could not be had, as below. */
  reviews: string | null;
  lastReturn: string | null;
}

/** What every part of the page is given; `isLoading` while other figures are on their way. */
export interface PanelProps {
  view: ProfileView;
  isLoading: boolean;
}

/** A part of the page that may still be on its way: it follows the page (app/rendering/README.md). */
export type FollowingPanel<T> = PanelView<T> | { state: "late" };

/**
 * A drill-down list as text, column by column: 200 rows of objects with exact rates would be half of the document, and
 * alike stands next to alike when it is compressed.
 */
export interface ListView {
  heads: DrillDownColumn[];
  /** The id each row links to; for patients without a page the index of the row. */
  keys: number[];
  /** True for patients who have a page. */
  hasResidents?: boolean;
  /** The cells of each column, in the order of the heads. */
  columns: string[][];
  /** How many rows there are here; in what comes with a document their cells are left out. */
  rows: number;
  /** How many rows there are, in words. */
  count: string;
  /** Rows before the filters of the list. */
  total: number;
  /** The current patients among them; only in patient lists. */
  current?: number;
  /** What the mark at some rates means, and why some have none yet; null where there is neither. */
  note: string | null;
}

/** A list as its loader sends it: all rows, in the order of the API host. */
export interface SentList extends ListView {
  /** The exact rates, by column and row, that look equal to another one but differ. */
  exact: Record<string, Record<number, number | null>>;
}

/** Rows of a list by their places, and their number in words where it is not that of all. */
export interface Arrangement {
  places: number[];
  count: string | null;
}

/** CMS stars of a facility; null where it has none. */
export interface StarRatings extends ReturnType<typeof cmsFileWords> {
  overall: number | null;
  survey: number | null;
  quality: number | null;
  staffing: number | null;
}

/** First block of the overview card (R43, R45). */
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

export interface FrailtyView extends Record<FrailtyBand, string> {
  /** Patients without a score; null where there are none, or it is not known. */
  unscored: string | null;
}

export interface FacilityChoice {
  id: number;
  name: string;
}

/** The five graphs in both modes; 18 months or 36, oldest first. */
export interface GraphsView {
  /** Short names, 'Jan'. */
  months: string[];
  years: readonly number[];
  /** The newest months have no rates: the facility is silent (R300). */
  isSilent: boolean;
  lines: Record<GraphTag, Record<GraphMode, GraphLine>>;
  /** The events of measures that have few of them, where the API host knows their days (R362). */
  events?: Partial<Record<GraphTag, SentEvents & { by?: "month" }>>;
  notes?: ChartNotes;
  hasUnknownNotes?: true;
  /** Those in force; left out where none is. */
  targets?: Partial<Record<GraphTag, TargetOfGraph>>;
  /**
   * What single months say, or that a mode has no limits for the newest phase. `rolling` is left out where it says the same
   * as `mom`.
   */
  verdicts: Record<GraphTag, { mom: GraphVerdict; rolling?: GraphVerdict }>;
  /**
   * Month by month, by their tags the figures of the overview card that no line has; those that the API host does not
   * know are left out.
   */
  trends: Partial<Record<string, readonly (number | null)[]>>;
}

export interface TargetOfGraph extends Pick<
  Judged,
  "measure" | "value" | "verdict"
> {
  /** Place of its first month on the graph. */
  start: number;
  /** Who set it and why. */
  story: string;
}

/** What a graph says in words, as Signals does of the same months. */
export interface GraphVerdict {
  /** 'Latest month: within limits.' */
  latest: string;
  /** '3 of 18 months were unusual.' Null where too few can be judged. */
  unusual: string | null;
  /** Some of its months are, which are seen month over month. */
  hasUnusual: boolean;
}

/** One line of a graph; null where a month has nothing to divide by, or is not known. */
export interface GraphLine {
  /** Percent, or per 1,000, to four decimals. */
  rates: (number | null)[];
  /** Admissions, or long-stay days. */
  denominators: (number | null)[];
}

/**
 * A level's children by their rates, column by column. All five rates come with the same calls, so that another one can
 * be looked at without asking again.
 */
export interface CompareView {
  /** In the API's order; the name is null for stays without a physician, and if unknown. */
  children: { id: number; name: string | null }[];
  /** The counts of each child by rate; null if they could not be loaded. */
  counts: Record<RateTag, ComparedCounts>;
  /** Children with unsettled admissions only; null if the host does not know. */
  awaited: number[] | null;
}

/** In the measure's unit; patient months have four decimals. */
export interface ComparedCounts {
  events: (number | null)[];
  denominators: (number | null)[];
}

/** The quality score with the days that it covers, whatever range the page has. */
export type QualityView = Quality & { period: DateRange };

/** A remark about a figure: small numbers, or the change since the period before. */
export interface FigureNote {
  /** For the screen: 'Better ▼ 3.4 pts'. */
  text: string;
  /** For screen readers: '3.4 points lower than in 03/04/2024–03/03/2025, better'; null if the text is enough. */
  spoken: string | null;
  tone: "better" | "worse" | null;
}

/** A figure of the overview card as it is written. */
export interface FigureView {
  tag: FigureTag;
  text: string;
  /** Path of the line of its last full months; null where it has no shape. */
  line: string | null;
  note: FigureNote | null;
  /** How its target stands; left out where none is in force. */
  target?: TargetText;
}

export interface FiguresView {
  blocks: Record<FigureBlock, FigureView[]>;
  /** Months that the lines have. */
  months: number;
  /** What the lines and arrows stand for; empty without either. */
  caption: string;
}

/**
 * A profile page as its loader sends it: its list whole, its paper without the filters of the list. The sort is that of the
 * address that was loaded.
 */
export interface SentView extends Omit<
  ProfileView,
  "list" | "frailtyFilter" | "isCurrentOnly" | "hasLongGraph" | "clearHref"
> {
  list: FollowingPanel<SentList>;
  /** The list at the address that was loaded. */
  listAt: { query: string; arrangement: Arrangement | null };
}

/** A part that scripts fetch with one call: the lines of graphs, or the rows of patients. */
export type OneCallPart = "graphs" | "rows";

/** A part that a document may leave out. Figures and their scores come only with the whole page. */
export type LeftOutPart = OneCallPart | "figures";

/** What a server renders of the page's answers. */
export interface RenderedContent {
  /** Digests of the answers, for the render cache. */
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

/** A part that was left out, when scripts fetch it. */
export interface FetchedPart {
  /** Distinguishes the data from those of the page. */
  lastUpdated: string | null;
  graphs?: PanelView<GraphsView>;
  list?: PanelView<SentList>;
  listAt?: SentView["listAt"];
}

/** Everything that a profile page shows, in the order, filter and modes of its address. */
export interface ProfileView extends GraphsAsked {
  level: Level;
  /** An NPI for physicians, 0 for the company. */
  id: number;
  /** Name of the place or person; null for the company and where it is not known. */
  name: string | null;
  /** 'Company Overview' or '{Level} Profile' (R41). */
  title: string;
  /** The title with the name, for the window. */
  documentTitle: string;
  crumbs: { label: string; href?: string; current?: boolean }[];
  /** When the data were last imported, New York time. */
  lastUpdated: string | null;
  /** The version of the figures' data, to notice newer data; null if the host does not send it. */
  dataVersion: string | null;
  /** The last day through which the data of all facilities are complete; null where the host does not say (R245). */
  reach: IsoDay | null;
  /** The last day of data of a silent facility. */
  silentSince?: IsoDay;
  /** The data of all facilities reach the same day. */
  hasOneReach: boolean;
  /** The last day that counts anywhere; left out where all data reach To Date. */
  lastDay?: IsoDay;
  /** ' · through 06/01/2026' where the range goes on after it; empty where all of the range counts (R251). */
  through: string;
  /** When they were imported in words, which the shell reads too; null where it is not known. */
  freshness: Freshness | null;
  entity: EntityView;
  filters: Filters;
  /** Whether the census behind the figures is silent or in doubt (R300). */
  marks: LinkedMark[];
  morning: Morning;
  /** What was wrong with the dates asked for, and through which day they count, in words. */
  filterNotes: string[];
  /** The viewer always has the ISNP filter on. */
  isnpFixed: boolean;
  /** The facilities to choose from; empty where there is no choice. */
  facilityChoices: FacilityChoice[];
  /** For printing: the page and its filters, short, for the head of each sheet; the same for graphs, with their range; the filters. */
  paper: { head: string; graphs: string; filters: string };
  nav: Nav;
  /** The viewer may see the rows behind a figure. */
  hasRows?: true;
  notesHref: string | null;
  targetsHref: string | null;
  /** The viewer may write there. */
  mayAddEvents: boolean;
  /** This page without its filters; null where none is in force. */
  clearHref: string | null;
  /** Name of the facility filter that is in force. */
  facilityName: string | null;
  /** The filters that links to other profiles carry on: those that the URL names. */
  carried: ProfileQuery;
  /** Links to other ranges. */
  presets: RangePreset[];
  /** The range in force by the name of its link, or by its days, and through which day it counts. */
  rangeName: string;
  /** The range is the one that the page has without dates in its URL. */
  isDefaultRange: boolean;
  /** Separates the saved state of this session from others in the same browser. */
  stateMark: string;
  sort: { column: string; direction: SortDirection } | null;
  frailtyFilter: FrailtyFilter;
  /** The patient list shows current patients only. */
  isCurrentOnly?: boolean;
  /** Sort, filter and modes of the address, which the page may not show yet: links and forms carry these. */
  asked?: Pick<
    ProfileView,
    "sort" | "frailtyFilter" | "isCurrentOnly" | "monthly"
  >;
  /** The list was not there yet when the page was sent: it must not change its place when it comes. */
  isListLate: boolean;
  /** The whole page, or the one sheet for a huddle board. */
  layout: "page" | "huddle";
  /** Left out where the sheet names no residents. */
  residents?: HuddleResidents;
  metrics: FollowingPanel<Metrics>;
  /** The overview card: {@link ProfileView.metrics} with the trends and the period before, in words and lines. */
  figures: FiguresView;
  list: FollowingPanel<ListView>;
  frailty: FollowingPanel<FrailtyView>;
  graphs: FollowingPanel<GraphsView>;
  /** The same over 36 months; null where no graph in full has asked for them. */
  longGraphs: PanelView<GraphsView> | null;
  /** Null where the period before is empty or could not be had. */
  previous: PreviousPeriod | null;
  /** The quality score; null where the viewer may not see it. */
  quality: FollowingPanel<QualityView> | null;
  /** What CMS publishes; left out where nothing is stored, and on pages of other levels. */
  cms?: FollowingPanel<CmsView>;
  /** The comparison of the children; null where it is not open. */
  compare: PanelView<CompareView> | null;
  rendered: RenderedContent;
  /** System errors of the panels, in words; the shell shows them as its notices. */
  notices: { tone: "error"; text: string }[];
}
