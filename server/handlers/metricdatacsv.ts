import { getMetricData } from "~/contract/metricdatacsv";
import { newYorkDay } from "~/domain/calendar";
import { throughDay } from "~/domain/reach/reach-words";
import { metricFileName } from "~/domain/figures/metric-file-name";
import { accessibleFacilityIds } from "~server/access/facilities";
import type { FacilityIds } from "~server/access/facilities";
import type { ApiDeps } from "./api-deps";
import { recordOf } from "./record-access";
import { exportFile } from "./export-file";
import { dataThroughOf, questionOf } from "./answer-figures";
import { metricRowPages } from "~server/measures/metric-rows";
import type { MetricRow } from "~server/measures/metric-rows-columns";
import { csvHeadOf, csvOf } from "~server/measures/metric-rows-csv";
import { requireResidentReader } from "./resident-reader";
import { serve } from "./serve";
import type { Api } from "./call";
import type { Ending } from "./streamed-file";
import { openFigures } from "~server/measures/stay-figures";
import { readDataState } from "~server/store/data-state";

/** The rows behind a figure as a CSV file; 204 where the figure counts nothing. See {@link exportFile}. */
export function registerMetricData(app: Api, deps: ApiDeps): void {
  const { db } = deps.store;
  serve(app, getMetricData, deps, async (call) => {
    const { level, id, startDate, endDate } = call.params;
    const tag = call.query.measure_name;
    requireResidentReader(deps, call.viewer);
    // Read before anything is judged: an import of its data after this breaks the file off.
    const state = await readDataState(db);
    const question = await questionOf(deps, call);
    const recorded = (ending: Ending | "begun", rows: number) =>
      recordOf(deps, call, {
        action: "export_rows",
        details: {
          level,
          subject_id: id,
          facility_id: call.query.facility_id ?? null,
          measure: tag,
          ending,
          ...(ending !== "begun" && { rows }),
        },
      });
    if (!question) {
      if (call.request.method !== "HEAD") {
        await deps.audit.record(recorded("complete", 0));
      }
      return null;
    }
    const through = throughDay(
      dataThroughOf(await openFigures(db, question)),
      endDate,
      newYorkDay(deps.clock()),
    );
    const visible = await accessibleFacilityIds(db, call.viewer);
    const asSeen = withoutForeignPlaces(visible);
    return exportFile(deps, call, {
      name: metricFileName({ tag, level, id, startDate, endDate, through }),
      through,
      head: csvHeadOf(tag),
      pages: metricRowPages(deps, tag, question, state),
      textOf: (rows) => csvOf(tag, rows.map(asSeen)),
      recordOf: recorded,
    });
  });
}

/** An event counts wherever it happened; the name of a place is told only to those who may see it. */
function withoutForeignPlaces(visible: FacilityIds) {
  const ids = visible === "all" ? null : new Set(visible);
  return (row: MetricRow): MetricRow =>
    ids === null ||
    row.event_facility_id === null ||
    ids.has(row.event_facility_id)
      ? row
      : {
          ...row,
          event_facility_id: null,
          event_facility_name: "Another facility",
        };
}
