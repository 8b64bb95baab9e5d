import { FileAnswer, type Call } from "~server/door/handler";
import type { IsoDay } from "~/domain/calendar";
import type { AuditRecord } from "~server/audit/audit-events";
import type { ApiDeps } from "~server/door/api-deps";
import { DataChangedError } from "~server/store/snapshot";
import { Refusal } from "~server/refusal";
import { readAhead, type ReadAll } from "./read-ahead";
import { streamOf, type Ending } from "./streamed-file";

export interface ExportedFile<Row> {
  name: string;
  /** The day through which its data are complete, where that is not the end of its range (R253). */
  through?: IsoDay | null;
  head: string;
  /** Reads all rows, giving each page to `eachPage` when that has its turn. */
  readAll: ReadAll<Row>;
  textOf: (rows: Row[]) => string;
  /** Ids of the residents whom rows are about, where they are about residents. */
  residentsOf?: (rows: Row[]) => number[];
  /** The record of the export: as it begins, and as it ends with the rows that were sent and the residents that were read for them. */
  recordOf: (
    ending: Ending | "begun",
    rows: number,
    residents: readonly number[],
  ) => AuditRecord;
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
    isHead,
    signal,
    userId,
    log,
  }: Pick<
    Call<unknown, unknown, unknown>,
    "isHead" | "signal" | "userId" | "log"
  >,
  {
    name,
    through,
    head,
    readAll,
    textOf,
    residentsOf,
    recordOf,
  }: ExportedFile<Row>,
): Promise<FileAnswer | null> {
  const { audit, exports } = deps;
  const file = {
    type: "text/csv; charset=utf-8",
    name,
    through: through ?? null,
  };
  // Nobody would read the body, and its slot would be held until it is given up.
  if (isHead) return new FileAnswer(file, null);
  const slot = exports.begin(userId);
  const residents = new Set<number>();
  const parts = readAhead(
    readAll,
    (rows: Row[]) => {
      for (const id of residentsOf?.(rows) ?? []) residents.add(id);
      return textOf(rows);
    },
    slot,
  );
  try {
    const first = await parts.next();
    if (first === null) {
      slot.release();
      await audit.record(recordOf("complete", 0, []));
      return null;
    }
    await audit.record(recordOf("begun", 0, []));
    const body = streamOf({
      head,
      first,
      parts,
      stalledMs: exports.stalledMs,
      gone: signal,
      log,
      ended(rows, ending) {
        slot.release();
        // What is refused is in the log, and the rows have left already.
        audit
          .record(recordOf(ending, rows, [...residents]))
          .catch(() => undefined);
      },
    });
    return new FileAnswer(file, body);
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
