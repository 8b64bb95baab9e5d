import { getFrailty } from "~/contract/frailty";
import { getGraphs } from "~/contract/graphs";
import { getQuality } from "~/contract/qmcalculator";
import { getLocationSummary, getPatientSummary } from "~/contract/summary";
import { defaultRange } from "~/domain/filters";
import { register, type Doors } from "~server/door/doors";
import { getMetrics } from "~/contract/metrics";
import { epochDayOf } from "~/domain/calendar";
import { firstGraphDay } from "~server/measures/graph-months";
import { readGraphs } from "~server/measures/graphs";
import { readLocationRows } from "~server/measures/location-rows";
import { readPatientRows } from "~server/measures/patient-rows";
import { firstDayBefore } from "~server/measures/period-before";
import {
  readComparison,
  readMetricsOf,
  readStars,
  frailtyOf,
} from "~server/measures/metrics";
import type { ApiDeps } from "~server/door/api-deps";
import { readQuality } from "~server/measures/metrics";
import {
  answerFigures,
  answerWithinReach,
  todayAt,
  answerEffective,
} from "./answer-figures";
import { recordAccess } from "./record-access";

/** 204 for an empty list. Audits each patient list, even if cached or prefetched. */
export function registerSummary(doors: Doors, deps: ApiDeps): void {
  // First, because the path of places fits that of a physician too.
  register(doors, getPatientSummary, async (given) => {
    const params = { ...given.params, level: "physician" as const };
    const call = { ...given, params };
    const answer = await answerFigures(
      deps,
      "patients",
      call,
      async ({ db, question }) =>
        rowsOrNull(await readPatientRows(db, question)),
    );
    if (!answer) return null;
    await recordAccess(deps, call, {
      action: "view_patients",
      residents: answer.data.flatMap(({ id }) => id ?? []),
      details: {
        level: call.params.level,
        subject_id: call.params.id,
        facility_id: call.query.facility_id ?? null,
        from: call.params.startDate,
        to: call.params.endDate,
        rows: answer.data.length,
      },
    });
    return answer;
  });
  register(doors, getLocationSummary, (call) =>
    answerFigures(deps, "places", call, async ({ db, question }) =>
      rowsOrNull(await readLocationRows(db, call.params.level, question)),
    ),
  );
}

function rowsOrNull<Row>(rows: Row[]): Row[] | null {
  return rows.length > 0 ? rows : null;
}

export function registerQmCalculator(doors: Doors, deps: ApiDeps): void {
  register(doors, getQuality, async (call) => {
    const today = await todayAt(deps, call.viewer, call.params);
    const params = { ...call.params, ...defaultRange(today) };
    return answerEffective(
      deps,
      "quality",
      { ...call, params },
      ({ figures }) => readQuality(figures, today),
    );
  });
}

export function registerGraphs(doors: Doors, deps: ApiDeps): void {
  register(doors, getGraphs, (call) => {
    const { endDate } = call.params;
    const { months } = call.query;
    const params = {
      ...call.params,
      startDate: firstGraphDay(endDate, months),
    };
    return answerEffective(
      deps,
      "graphs",
      { ...call, params },
      ({ question, figures }) =>
        readGraphs(figures, question, endDate, months, true),
      { endDate },
    );
  });
}

export function registerFrailty(doors: Doors, deps: ApiDeps): void {
  register(doors, getFrailty, (call) =>
    answerFigures(deps, "frailty", call, async ({ question, figures }) => {
      const found = await figures.over({ people: [question] });
      const [people] = found.people;
      return people ? frailtyOf(people) : null;
    }),
  );
}

/** Figures of the overview card, with a facility's stars; 204 if there is nothing to count. */
export function registerMetrics(doors: Doors, deps: ApiDeps): void {
  register(doors, getMetrics, async (call) => {
    const { level, id, endDate } = call.params;
    const { compared_to } = call.query;
    if (compared_to !== undefined && compared_to > endDate) {
      const today = await todayAt(deps, call.viewer, call.params);
      const range = {
        from: epochDayOf(endDate) + 1,
        to: epochDayOf(compared_to < today ? compared_to : today),
      };
      return answerFigures(
        deps,
        "the period before",
        call,
        ({ db, question, figures }) =>
          readComparison(db, { ...question, ...range }, figures),
        { begunBy: firstDayBefore(range) },
      );
    }
    return answerWithinReach(
      deps,
      "metrics",
      call,
      async ({ db, question, figures }) => {
        const metrics = await readMetricsOf(figures, question);
        if (!metrics || level !== "facility") return metrics;
        return { ...metrics, cms_rating: await readStars(db, id) };
      },
    );
  });
}
