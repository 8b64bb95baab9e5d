import { getFrailty, type Frailty } from "~/contract/frailty";
import type { PageMarks } from "~/features/data-quality/load-census-marks.server";
import { getGraphs, type Graphs } from "~/contract/graphs";
import { getMedicalStaff } from "~/contract/medicalstaff";
import { getMetrics, type Comparison, type Metrics } from "~/contract/metrics";
import { getPhysician, type Physician } from "~/contract/physician";
import { getLocationSummary, getPatientSummary } from "~/contract/summary";
import {
  GRAPH_ERROR_ABOVE,
  panelOf,
  panelTexts,
  type Panel,
} from "~/data/panel.server";
import { apiHost } from "~/data/upstream.server";
import { mayReadResidents } from "~/domain/access/guard";
import { type IsoDay, usDayOf } from "~/domain/calendar";
import { previousPeriod, type Filters } from "~/domain/filters";
import { NO_PHYSICIAN_ID, type Level } from "~/domain/places/hierarchy";
import type { Reach } from "~/domain/reach/reach-words";
import { systemMessages } from "~/domain/system-messages";
import type { SignedIn } from "~/session/require-user.server";
import {
  type CmsMeasures,
  findCmsMeasures,
} from "~server/cms-measures/service";
import type { DrillDownRows } from "../drill-down/drill-down-rows";
import type { PreviousPeriod, QualityView } from "../profile-view";
import { getQuality } from "~/contract/qmcalculator";
import { qualityPeriod } from "../rules/quality/quality-score";
import { formatCount } from "~/domain/number-format";

export interface FiguresRequest {
  level: Level;
  id: number;
  filters: Filters;
}

export interface Dated<T> {
  data: T;
  lastUpdated: string | null;
  version?: string | null;
  reach: Reach | null;
}

export interface ProfilePanels {
  metrics: Panel<Dated<Metrics>>;
  list: Panel<Dated<DrillDownRows>>;
  frailty: Panel<Dated<Frailty>>;
  graphs: Panel<Dated<Graphs>>;
  previous: PreviousPeriod | null;
  quality: Panel<QualityView> | null;
  cms: Panel<CmsMeasures> | null;
}

/** The record of the page's physician; null for places, and for stays without a physician. */
export type PhysicianPanel = Panel<Physician> | null;

export type PanelsOfPage = {
  [Name in keyof Omit<ProfilePanels, "previous">]:
    | ProfilePanels[Name]
    | { state: "late" };
} & Pick<ProfilePanels, "previous">;

type Asked<Panels> = { [Name in keyof Panels]: Promise<Panels[Name]> };

type Call = SignedIn["call"];

/** A page without a drill-down list asks for none: it may be one of patients. */
export function askPanels(
  signedIn: SignedIn,
  request: FiguresRequest,
  today: IsoDay,
  hasList: boolean,
): Asked<Omit<ProfilePanels, "quality" | "cms">> {
  const { call } = signedIn;
  const of = {
    params: { ...rangeOf(request), level: request.level },
    query: queryOf(request),
  };
  return {
    metrics: call(getMetrics, of).then((outcome) =>
      panelOf(outcome, panelTexts("overview"), dated),
    ),
    list: hasList
      ? loadList(signedIn, request)
      : Promise.resolve({ state: "empty" as const }),
    frailty: call(getFrailty, of).then((outcome) =>
      panelOf(outcome, panelTexts("frailty"), dated),
    ),
    graphs: loadGraphs(call, request),
    previous: loadPrevious(call, request, today),
  };
}

function rangeOf({ id, filters }: FiguresRequest) {
  return { id, startDate: filters.startDate, endDate: filters.endDate };
}

function queryOf({ filters }: FiguresRequest) {
  return { isnp: filters.isnp, facility_id: filters.facilityId };
}

function dated<T>(answer: {
  data: T;
  lastUpdated?: string | null | undefined;
  data_version?: string | null | undefined;
  data_through?: Reach | null | undefined;
}): Dated<T> {
  return {
    data: answer.data,
    lastUpdated: answer.lastUpdated ?? null,
    version: answer.data_version ?? null,
    reach: answer.data_through ?? null,
  };
}

export async function loadGraphs(
  call: Call,
  request: FiguresRequest,
  months?: number,
) {
  const { level, id, filters } = request;
  const outcome = await call(getGraphs, {
    params: { level, id, endDate: filters.endDate },
    query: { ...queryOf(request), months },
  });
  return panelOf(
    outcome,
    panelTexts("graph"),
    ({ data_effective_tstamp, ...answer }) =>
      dated({ ...answer, lastUpdated: data_effective_tstamp }),
    GRAPH_ERROR_ABOVE,
  );
}

async function loadPrevious(
  call: Call,
  request: FiguresRequest,
  today: IsoDay,
): Promise<PreviousPeriod | null> {
  const range = previousPeriod(request.filters, today);
  const outcome = await call(getMetrics, {
    params: { ...range, level: request.level, id: request.id },
    query: { ...queryOf(request), compared_to: request.filters.endDate },
  });
  if (outcome.kind !== "data") return null;
  const { comparison, ...metrics } = outcome.answer.data;
  if (!comparison) return { range, metrics };
  const { start_date, end_date, now, ...facilities } = comparison;
  const note = comparisonNote(facilities);
  return {
    range: { startDate: start_date, endDate: end_date },
    metrics: facilities.compared === 0 ? null : metrics,
    ...(now && { now }),
    ...(note !== null && { note }),
  };
}

export async function loadList(
  { call, user: { viewer } }: SignedIn,
  request: FiguresRequest,
): Promise<Panel<Dated<DrillDownRows>>> {
  const range = rangeOf(request);
  const query = queryOf(request);
  const { level } = request;
  const texts = panelTexts("table");
  if (level === "physician") {
    return panelOf(
      await call(getPatientSummary, { params: range, query }),
      texts,
      ({ data, ...rest }) =>
        dated({
          data: {
            kind: "patients",
            rows: data,
            hasPages: apiHost === null && mayReadResidents(viewer),
          },
          ...rest,
        }),
    );
  }
  if (level === "facility") {
    return panelOf(
      await call(getMedicalStaff, { params: { ...range, level }, query }),
      texts,
      ({ data, ...rest }) =>
        dated({ data: { kind: "physicians", rows: data }, ...rest }),
    );
  }
  return panelOf(
    await call(getLocationSummary, { params: { ...range, level }, query }),
    texts,
    ({ data, ...rest }) =>
      dated({ data: { kind: "places", rows: data }, ...rest }),
  );
}

export async function loadPhysician(
  call: Call,
  { level, id }: Pick<FiguresRequest, "level" | "id">,
): Promise<PhysicianPanel> {
  if (level !== "physician" || id === NO_PHYSICIAN_ID) return null;
  const outcome = await call(getPhysician, { params: { npi: id } });
  // A physician of the wrong shape has no text of its own (R59).
  const { physician } = systemMessages.systemError;
  return panelOf(outcome, { systemError: physician }, (answer) => answer.data);
}

export function undated<T, V, Other extends { state: string }>(
  panel: { state: "data"; data: Dated<T> } | Other,
  show: (data: T) => V,
): { state: "data"; data: V } | Exclude<Other, { state: "data" }> {
  return isData(panel)
    ? { state: "data", data: show(panel.data.data) }
    : (panel as Exclude<Other, { state: "data" }>);
}

export function dateOf<T>(
  panel: { state: "data"; data: Dated<T> } | { state: string },
): string | null {
  return isData<T>(panel) ? panel.data.lastUpdated : null;
}

function isData<T>(panel: {
  state: string;
}): panel is { state: "data"; data: Dated<T> } {
  return panel.state === "data";
}

export function withMarks<List extends PanelsOfPage["list"]>(
  list: List,
  { ofFacilities }: Pick<PageMarks, "ofFacilities">,
): List {
  if (list.state !== "data" || ofFacilities.size === 0) return list;
  const { data: rows } = list.data;
  if (rows.kind !== "places") return list;
  const marked = rows.rows.map((row) => {
    const words = ofFacilities.get(row.id);
    return words === undefined
      ? row
      : { ...row, name: `${row.name} (${words})` };
  });
  return {
    ...list,
    data: { ...list.data, data: { kind: "places", rows: marked } },
  };
}

/** Keeps all 4xx in their panel, except 401, which leads to login. */
const ANY_ERROR = 399;

/**
 * Covers the default range; of the filters only the facility counts (R125). Null if the API host refuses it. Other
 * failures stay in the card, unless only the score was asked for.
 */
export async function loadQuality(
  call: Call,
  { level, id, filters }: FiguresRequest,
  today: IsoDay,
  isAskedFor: boolean,
): Promise<Panel<QualityView> | null> {
  const outcome = await call(getQuality, {
    params: { level, id },
    query: { facility_id: filters.facilityId },
  });
  const isRefused = outcome.kind === "failure" && outcome.status === 403;
  if (isRefused && !isAskedFor) return null;
  return panelOf(
    outcome,
    panelTexts("quality"),
    ({ data, data_through }) => ({
      ...data,
      period: qualityPeriod(today, data_through?.latest ?? null),
    }),
    isAskedFor ? undefined : ANY_ERROR,
  );
}

/** What CMS publishes of a facility. Null for pages of other levels, where nothing is stored, and with an API host. */
export async function loadCmsMeasures(
  { ask }: Pick<SignedIn, "ask">,
  { level, id }: Pick<FiguresRequest, "level" | "id">,
): Promise<Panel<CmsMeasures> | null> {
  if (apiHost || level !== "facility") return null;
  const outcome = await ask(findCmsMeasures, { facilityId: id });
  if (outcome.kind === "empty") return null;
  return panelOf(outcome, panelTexts("table"), (answer) => answer);
}

/** What limits a comparison with the period before (R496, R497); null where all facilities have all days of both. */
export function comparisonNote({
  facilities,
  compared,
  data_from,
  fewer_days,
}: Pick<Comparison, "facilities" | "compared" | "data_from" | "fewer_days">):
  | string
  | null {
  if (compared === 0) {
    return data_from
      ? `No comparison: data start on ${usDayOf(data_from)}.`
      : "No comparison: the start of the data is not known.";
  }
  const sentences = [
    ...(compared === undefined || facilities === undefined
      ? []
      : [
          `Only ${formatCount(compared)} of ${formatCount(facilities)} facilities have data for both periods.`,
        ]),
    ...(fewer_days
      ? [
          "Facilities with less data are compared over the days they have in both periods.",
        ]
      : []),
  ];
  return sentences.length > 0 ? sentences.join(" ") : null;
}
