import { getFrailty, type Frailty } from "~/contract/frailty";
import { getGraphs, type Graphs } from "~/contract/graphs";
import { getMedicalStaff } from "~/contract/medicalstaff";
import { getMetrics, type Metrics } from "~/contract/metrics";
import { getPhysician, type Physician } from "~/contract/physician";
import { getLocationSummary, getPatientSummary } from "~/contract/summary";
import { GRAPH_ERROR_ABOVE, panelOf, type Panel } from "~/data/panel.server";
import type { IsoDay } from "~/domain/calendar";
import { previousPeriod, type Filters } from "~/domain/filters";
import { NO_PHYSICIAN_ID, type Level } from "~/domain/places/hierarchy";
import { systemMessages } from "~/domain/system-messages";
import type { SignedIn } from "~/session/require-user.server";
import type { DrillDownRows } from "../drill-down/drill-down-rows";
import type { PreviousPeriod } from "../profile-view";

/** What a profile page asks for: whose figures, and under which filters. */
export interface FiguresRequest {
  level: Level;
  id: number;
  filters: Filters;
}

/** Data with the time of the last import that came with them. */
export interface Dated<T> {
  data: T;
  lastUpdated: string | null;
}

export interface ProfilePanels {
  metrics: Panel<Dated<Metrics>>;
  list: Panel<Dated<DrillDownRows>>;
  frailty: Panel<Dated<Frailty>>;
  graphs: Panel<Dated<Graphs>>;
  /** Null where the period before is empty or could not be had: the page does without it. */
  previous: PreviousPeriod | null;
  /** Null where the page has no physician record: at places, and for the stays without a physician. */
  physician: Panel<Physician> | null;
}

type Call = SignedIn["call"];

const { systemError, shapeError } = systemMessages;

const TABLE_TEXTS = {
  systemError: systemError.table,
  shapeError: shapeError.table,
};

/**
 * Asks for every panel at once; the page takes as long as its slowest call, and each call has its own deadline. A page
 * that shows no drill-down list asks for none: it may be one of patients.
 */
export async function loadPanels(
  call: Call,
  request: FiguresRequest,
  today: IsoDay,
  hasList = true,
): Promise<ProfilePanels> {
  const [metrics, list, frailty, graphs, previous, physician] =
    await Promise.all([
      loadMetrics(call, request),
      hasList ? loadList(call, request) : ({ state: "empty" } as const),
      loadFrailty(call, request),
      loadGraphs(call, request),
      loadPrevious(call, request, today),
      loadPhysician(call, request),
    ]);
  return { metrics, list, frailty, graphs, previous, physician };
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
}): Dated<T> {
  return { data: answer.data, lastUpdated: answer.lastUpdated ?? null };
}

async function loadMetrics(call: Call, request: FiguresRequest) {
  const outcome = await call(getMetrics, {
    params: { ...rangeOf(request), level: request.level },
    query: queryOf(request),
  });
  return panelOf(
    outcome,
    { systemError: systemError.overview, shapeError: shapeError.overview },
    dated,
  );
}

async function loadFrailty(call: Call, request: FiguresRequest) {
  const outcome = await call(getFrailty, {
    params: { ...rangeOf(request), level: request.level },
    query: queryOf(request),
  });
  return panelOf(
    outcome,
    { systemError: systemError.frailty, shapeError: shapeError.frailty },
    dated,
  );
}

async function loadGraphs(call: Call, request: FiguresRequest) {
  const { level, id, filters } = request;
  const outcome = await call(getGraphs, {
    params: { level, id, endDate: filters.endDate },
    query: queryOf(request),
  });
  return panelOf(
    outcome,
    { systemError: systemError.graph, shapeError: shapeError.graph },
    ({ data, data_effective_tstamp }) =>
      dated({ data, lastUpdated: data_effective_tstamp }),
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
    query: queryOf(request),
  });
  return outcome.kind === "data"
    ? { range, metrics: outcome.answer.data }
    : null;
}

async function loadList(
  call: Call,
  request: FiguresRequest,
): Promise<Panel<Dated<DrillDownRows>>> {
  const range = rangeOf(request);
  const query = queryOf(request);
  switch (request.level) {
    case "physician": {
      const outcome = await call(getPatientSummary, {
        params: { ...range, level: "physician" },
        query,
      });
      return panelOf(outcome, TABLE_TEXTS, ({ data, lastUpdated }) =>
        dated<DrillDownRows>({
          data: { kind: "patients", rows: data },
          lastUpdated,
        }),
      );
    }
    case "facility": {
      const outcome = await call(getMedicalStaff, {
        params: { ...range, level: "facility" },
        query,
      });
      return panelOf(outcome, TABLE_TEXTS, ({ data, lastUpdated }) =>
        dated<DrillDownRows>({
          data: { kind: "physicians", rows: data },
          lastUpdated,
        }),
      );
    }
    default: {
      const outcome = await call(getLocationSummary, {
        params: { ...range, level: request.level },
        query,
      });
      return panelOf(outcome, TABLE_TEXTS, ({ data, lastUpdated }) =>
        dated<DrillDownRows>({
          data: { kind: "places", rows: data },
          lastUpdated,
        }),
      );
    }
  }
}

async function loadPhysician(call: Call, { level, id }: FiguresRequest) {
  if (level !== "physician" || id === NO_PHYSICIAN_ID) return null;
  const outcome = await call(getPhysician, { params: { npi: id } });
  // The specification has no text of its own for a physician of the wrong shape.
  const text = systemError.physician;
  return panelOf(
    outcome,
    { systemError: text, shapeError: text },
    (answer) => answer.data,
  );
}

/** A panel without the time of its data, shown by `show`. */
export function undated<T, V>(
  panel: Panel<Dated<T>>,
  show: (data: T) => V,
): Panel<V> {
  return panel.state === "data"
    ? { state: "data", data: show(panel.data.data) }
    : panel;
}
