import { getMetricData } from "~/contract/metricdatacsv";
import { markWords } from "~/features/data-quality/rules/census-marks";
import { throughDay } from "~/domain/reach/reach-words";
import type { RowTag } from "~/domain/figures/figure-tags";
import { metricFileName } from "~/domain/lists/download-texts";
import {
  accessibleFacilityIds,
  hasRankOf,
  type FacilityIds,
} from "~server/access/facilities";
import { readFacilities } from "~server/data-quality/service";
import type { ApiDeps } from "~server/door/api-deps";
import { recordAccess, type AuditedCall } from "./record-access";
import { exportFile } from "./export-file";
import { dataThroughOf, questionOf, todayAt } from "./answer-figures";
import {
  listFacilitiesOfRows,
  readMetricPages,
  csvHeadOf,
  csvOf,
} from "~server/measures/metric-rows";
import type { MetricRow } from "~server/measures/metric-rows-columns";
import type { Question } from "~server/measures/question";
import { openFigures } from "~server/measures/stay-figures";
import { readDataState } from "~server/store/data-state";
import { register, type Doors } from "~server/door/doors";
import type { FileAnswer } from "~server/door/handler";

export function registerMetricData(doors: Doors, deps: ApiDeps): void {
  register(doors, getMetricData, (call) =>
    exportRows(deps, call, call.query.measure_name),
  );
}

/** The rows behind a figure, or the transfers, of a range as CSV; null if there are none. See {@link exportFile}. */
export async function exportRows(
  deps: ApiDeps,
  call: Parameters<typeof questionOf>[1] &
    Parameters<typeof exportFile>[1] &
    AuditedCall,
  tag: RowTag,
): Promise<FileAnswer | null> {
  const { db } = deps.store;
  const { level, id, startDate, endDate } = call.params;
  // Read the state before checking access: the rows must belong to the same places.
  const judged = await readDataState(db);
  const question = await questionOf(deps, call);
  const details = {
    level,
    subject_id: id,
    facility_id: call.query.facility_id ?? null,
    measure: tag,
    from: startDate,
    to: endDate,
  };
  const action = "export_rows";
  if (!question) {
    const none = { ...details, ending: "complete", rows: 0 };
    await recordAccess(deps, call, { action, details: none });
    return null;
  }
  const through = throughDay(
    dataThroughOf(await openFigures(db, question)),
    endDate,
    await todayAt(deps, call.viewer, call.params),
  );
  const visible = await accessibleFacilityIds(db, call.viewer);
  const asSeen = hideForeignPlaces(visible);
  const marks = await readMarks(deps, call, question);
  return exportFile<MetricRow>(deps, call, {
    name: metricFileName({ tag, level, id, startDate, endDate, through }),
    through,
    head: csvHeadOf(tag),
    readAll: (eachPage) =>
      readMetricPages(deps, { tag, question, judged }, eachPage),
    textOf: (rows) =>
      csvOf(
        tag,
        rows.map((row) => ({
          ...asSeen(row),
          census_mark: marks.get(row.facility_id),
        })),
      ),
    residentsOf: (rows) => rows.map(({ patient_id }) => patient_id),
    access: { action, details },
  });
}

/** Physicians see no marks (R300). */
async function readMarks(
  deps: ApiDeps,
  call: Parameters<typeof questionOf>[1] & AuditedCall & { userId: number },
  question: Question,
): Promise<Map<number, string>> {
  if (!hasRankOf(call.viewer, "facility")) return new Map();
  const ids = await listFacilitiesOfRows(deps.store.db, question);
  const { viewer, userId, query } = call;
  const asker = { viewer, userId, isnp: query.isnp };
  const facilities = await readFacilities(deps, asker, ids);
  return new Map(
    facilities.flatMap((facility) => {
      const words = markWords(facility);
      return words === null ? [] : [[facility.facility_id, words] as const];
    }),
  );
}

/** Events count wherever they happened, but only the viewer's places are named. */
export function hideForeignPlaces(visible: FacilityIds) {
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
