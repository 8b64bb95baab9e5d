import { FileAnswer, type Call } from "~server/door/handler";
import type { IsoDay } from "~/domain/calendar";
import type { AuditDetails } from "~/features/audit/rules/actions";
import type { ApiDeps } from "~server/door/api-deps";
import { DataChangedError } from "~server/store/snapshot";
import { Refusal } from "~server/refusal";
import { recordAccess, type Access, type AuditedCall } from "./record-access";
import { readAhead, type ReadAll, streamOf } from "./streamed-file";

export interface ExportedFile<Row> {
  name: string;
  /** Its data cut-off, if before the end of its range (R253). */
  through?: IsoDay | null;
  head: string;
  readAll: ReadAll<Row>;
  textOf: (rows: Row[]) => string;
  residentsOf?: (rows: Row[]) => number[];
  /** Audited at the beginning, and at the end with the rows sent and the residents read. */
  access: Access;
}

/**
 * Streams a CSV file; null (204) without rows. Aborts an incomplete file, so nobody mistakes a part for the whole.
 * Limits concurrent exports (429, 503). Audits before the first byte, since the process may die, and at the end; an
 * empty export only at the end.
 */
export async function exportFile<Row>(
  deps: Pick<ApiDeps, "audit" | "clock" | "exports">,
  call: AuditedCall &
    Pick<Call<unknown, unknown, unknown>, "signal" | "userId" | "log">,
  {
    name,
    through,
    head,
    readAll,
    textOf,
    residentsOf,
    access,
  }: ExportedFile<Row>,
): Promise<FileAnswer | null> {
  const { exports } = deps;
  const file = {
    type: "text/csv; charset=utf-8",
    name,
    through: through ?? null,
  };
  const record = (details: AuditDetails) =>
    recordAccess(deps, call, {
      ...access,
      residents: [...residents],
      details: { ...access.details, ...details },
    });
  const slot = exports.begin(call.userId);
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
      await record({ ending: "complete", rows: 0 });
      return null;
    }
    await recordAccess(deps, call, {
      ...access,
      details: { ...access.details, ending: "begun" },
    });
    const body = streamOf({
      head,
      first,
      parts,
      stalledMs: exports.stalledMs,
      gone: call.signal,
      log: call.log,
      ended(rows, ending) {
        slot.release();
        // The trail logs its own failures, and the rows are already sent.
        record({ ending, rows }).catch(() => undefined);
      },
    });
    return new FileAnswer(file, body);
  } catch (error) {
    slot.release();
    if (!(error instanceof DataChangedError)) throw error;
    throw new Refusal(503, "The data have just changed. Please try again.", {
      headers: { "retry-after": "1" },
    });
  }
}
