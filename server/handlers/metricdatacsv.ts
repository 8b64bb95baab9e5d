import { getMetricData } from "~/contract/metricdatacsv";
import { metricFileName } from "~/domain/metric-file-name";
import { accessibleFacilityIds } from "~server/access/facilities";
import type { FacilityIds } from "~server/access/facilities";
import type { ApiDeps } from "~server/api-deps";
import { questionOf } from "~server/measures/answer-figures";
import { DataChangedError, metricRowPages } from "~server/measures/metric-rows";
import type { MetricRow } from "~server/measures/metric-rows-columns";
import { csvHeadOf } from "~server/measures/metric-rows-csv";
import { partsOf, streamOf, type Ending } from "~server/metric-file";
import { Refusal } from "~server/refusal";
import { serve } from "~server/serve";
import type { Api } from "~server/serve";
import { readDataState } from "~server/store/data-state";

/**
 * The rows behind a figure as a CSV file, streamed as fast as it is read; 204 where the figure counts nothing. A file
 * that cannot be finished is broken off, so that nobody takes a part of it for the whole. Only so many are made at once
 * (429, 503). Each export leaves one access record.
 */
export function registerMetricData(app: Api, deps: ApiDeps): void {
  const { db } = deps.store;
  serve(app, getMetricData, deps, async (call) => {
    const { level, id, startDate, endDate } = call.params;
    const tag = call.query.measure_name;
    // Read before anything is judged: an import after this breaks the file off.
    const { version } = await readDataState(db);
    const question = await questionOf(deps, call);
    const record = (rows: number, ending: Ending) =>
      call.log.info({
        event: "access.metric_export",
        user_id: call.userId,
        level,
        subject_id: id,
        facility_id: call.query.facility_id ?? null,
        measure: tag,
        rows,
        ending,
      });
    if (!question) {
      record(0, "complete");
      return null;
    }
    const name = metricFileName({ tag, level, id, startDate, endDate });
    const headers = {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
      // Without it @hono/node-server reads ahead to know the length, and takes a part that fails then for the end.
      "transfer-encoding": "chunked",
    };
    // Nobody would read the body, and its place would be held until it is given up.
    if (call.request.method === "HEAD") return new Response(null, { headers });
    const visible = await accessibleFacilityIds(db, call.viewer);
    // Before the first part is made: what closes before anybody asked is not told of.
    const gone = call.request.signal;
    const place = deps.exports.enter(call.userId);
    const pages = metricRowPages(db, tag, question, version);
    const parts = partsOf({
      tag,
      pages,
      place,
      asSeen: withoutForeignPlaces(visible),
    });
    const first = await parts.next().catch((error: unknown) => {
      place.leave();
      return refuseChangedData(error);
    });
    if (first === null) {
      place.leave();
      record(0, "complete");
      return null;
    }
    const body = streamOf({
      head: csvHeadOf(tag),
      first,
      parts,
      stalledMs: deps.exports.stalledMs,
      gone,
      log: call.log,
      ended(rows, ending) {
        place.leave();
        record(rows, ending);
      },
    });
    return new Response(body, { headers });
  });
}

function refuseChangedData(error: unknown): never {
  if (!(error instanceof DataChangedError)) throw error;
  throw new Refusal(503, "The data have just changed. Please try again.", {
    "retry-after": "1",
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
