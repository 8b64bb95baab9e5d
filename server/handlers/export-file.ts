import { THROUGH_HEADER } from "~/contract/metricdatacsv";
import type { IsoDay } from "~/domain/calendar";
import type { AuditRecord } from "~server/audit/audit-events";
import type { ApiDeps } from "./api-deps";
import { DataChangedError } from "~server/store/snapshot";
import { Refusal } from "~server/refusal";
import type { Call } from "./call";
import { readAhead, type ReadAll } from "./read-ahead";
import { streamOf, type Ending } from "./streamed-file";

export interface ExportedFile<Row> {
  name: string;
  /** The day through which its data are complete, where that is not the end of its range (R253). */
  through?: IsoDay | null;
  /** What the file begins with. */
  head: string;
  /** Reads all rows, giving each page to `eachPage` when that has its turn. */
  readAll: ReadAll<Row>;
  textOf: (rows: Row[]) => string;
  /** The record of the export: as it begins, and as it ends with the rows that were sent. */
  recordOf: (ending: Ending | "begun", rows: number) => AuditRecord;
}

/**
 * Answers with a CSV file, streamed as fast as it is taken; null (204) where it has no rows. A file that cannot be finished
 * is broken off, so that nobody takes a part of it for the whole. Only so many are made at once (429, 503).
 *
 * Two records tell of an export: one before its first byte, because the process may end before the second, which says how
 * many rows have left and why there were no more. An export of nothing leaves the second alone; HEAD leaves none.
 */
export async function exportFile<Row>(
  deps: Pick<ApiDeps, "audit" | "exports">,
  {
    request,
    userId,
    log,
  }: Pick<Call<unknown, unknown, unknown>, "request" | "userId" | "log">,
  { name, through, head, readAll, textOf, recordOf }: ExportedFile<Row>,
): Promise<Response | null> {
  const { audit, exports } = deps;
  const headers = {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${name}"`,
    // Without it @hono/node-server reads ahead to know the length, and takes a part that fails then for the end.
    "transfer-encoding": "chunked",
    ...(through && { [THROUGH_HEADER]: through }),
  };
  // Nobody would read the body, and its slot would be held until it is given up.
  if (request.method === "HEAD") return new Response(null, { headers });
  // Before the first part is made: what closes before anybody asked is not told of.
  const gone = request.signal;
  const slot = exports.begin(userId);
  const parts = readAhead(readAll, textOf, slot);
  try {
    const first = await parts.next();
    if (first === null) {
      slot.release();
      await audit.record(recordOf("complete", 0));
      return null;
    }
    await audit.record(recordOf("begun", 0));
    const body = streamOf({
      head,
      first,
      parts,
      stalledMs: exports.stalledMs,
      gone,
      log,
      ended(rows, ending) {
        slot.release();
        // What is refused is in the log, and the rows have left already.
        audit.record(recordOf(ending, rows)).catch(() => undefined);
      },
    });
    return new Response(body, { headers });
  } catch (error) {
    slot.release();
    throw error instanceof DataChangedError ? changed() : error;
  }
}

function changed(): Refusal {
  return new Refusal(503, "The data have just changed. Please try again.", {
    headers: { "retry-after": "1" },
  });
}
