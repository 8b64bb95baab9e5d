import { FileAnswer, type Call } from "~server/door/handler";
import type { IsoDay } from "~/domain/calendar";
import type { AuditRecord } from "~server/audit/audit-events";
import type { ApiDeps } from "~server/door/api-deps";
import { DataChangedError } from "~server/store/snapshot";
import { Refusal } from "~server/refusal";
import {
  readAhead,
  type ReadAll,
  streamOf,
  type Ending,
} from "./streamed-file";

export interface ExportedFile<Row> {
  name: string;
  /** Its data cut-off, if before the end of its range (R253). */
  through?: IsoDay | null;
  head: string;
  readAll: ReadAll<Row>;
  textOf: (rows: Row[]) => string;
  residentsOf?: (rows: Row[]) => number[];
  /** The audit record, at the beginning and at the end, with the rows sent and the residents read. */
  recordOf: (
    ending: Ending | "begun",
    rows: number,
    residents: readonly number[],
  ) => AuditRecord;
}

/**
 * Streams a CSV file; null (204) without rows. Aborts an incomplete file, so nobody mistakes a part for the whole.
 * Limits concurrent exports (429, 503). Audits before the first byte, since the process may die, and at the end; an
 * empty export only at the end, HEAD never.
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
  // Nobody reads the body of HEAD, so its slot would stay taken until it stalls.
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
        // The trail logs its own failures, and the rows are already sent.
        audit
          .record(recordOf(ending, rows, [...residents]))
          .catch(() => undefined);
      },
    });
    return new FileAnswer(file, body);
  } catch (error) {
    slot.release();
    throw error instanceof DataChangedError ? dataChanged() : error;
  }
}

function dataChanged(): Refusal {
  return new Refusal(503, "The data have just changed. Please try again.", {
    headers: { "retry-after": "1" },
  });
}
