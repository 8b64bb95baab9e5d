import type { Kysely } from "kysely";
import type { Schema } from "~server/store/schema";
import { ImportConflict } from "./import-conflict";
import type { ImportReport } from "./import-report";
import { recordImport } from "./record-import";

/** Each part of an import is a sign of life. One that has given none for so long is taken for dead. */
const SILENT_MS = 120_000;

const AT_WORK =
  "Another import is storing its data. Nothing of this one was stored. Please start it again when the other one has ended. One that was killed is in the way for two minutes.";
const TAKEN_OVER =
  "Another import began, because this one gave no sign of life for two minutes.";

/** Throws an ImportConflict where another import is at work. */
export async function refuseBesideImport(
  db: Kysely<Schema>,
  now: Date,
): Promise<void> {
  await silentImports(db, now);
}

/** The same, in the transaction that stores data. Those that were killed are recorded as interrupted. */
export async function takeTurn(db: Kysely<Schema>, now: Date): Promise<void> {
  const problem = { file: "", column: "file", message: TAKEN_OVER };
  for (const { id, ended_at, report } of await silentImports(db, now)) {
    await recordImport(
      db,
      {
        ...(JSON.parse(report) as ImportReport),
        endedAt: ended_at,
        outcome: "interrupted",
        problems: [{ ...problem, count: 1, lines: [] }],
      },
      id,
    );
  }
}

/** The unfinished imports, of which none is at work; else throws an ImportConflict. */
async function silentImports(db: Kysely<Schema>, now: Date) {
  const rows = await db
    .selectFrom("imports")
    .where("outcome", "=", "unfinished")
    .select(["id", "ended_at", "report"])
    .execute();
  // A clock that runs ahead is no reason to wait for longer.
  const isAtWork = rows.some(
    ({ ended_at }) =>
      Math.abs(now.getTime() - Date.parse(ended_at)) < SILENT_MS,
  );
  if (isAtWork) throw new ImportConflict(AT_WORK);
  return rows;
}

/** Whether the last census that was stored, in part at least, is not stored wholly. */
export async function isLastUnfinished(db: Kysely<Schema>): Promise<boolean> {
  const last = await db
    .selectFrom("imports")
    .where("outcome", "in", ["unfinished", "interrupted"])
    .select((eb) => eb.fn.max("id").as("id"))
    .executeTakeFirst();
  // Most often there is none.
  if (!last?.id) return false;
  const stored = await db
    .selectFrom("imports")
    .where("id", ">", last.id)
    .where("outcome", "=", "stored")
    .select("report")
    .execute();
  return !stored.some(
    ({ report }) => (JSON.parse(report) as ImportReport).kind === "census",
  );
}

/** Keeps the report of an import that is about to store its data, as unfinished. Returns its id. */
export async function beginImport(
  db: Kysely<Schema>,
  report: ImportReport,
): Promise<number> {
  await takeTurn(db, new Date(report.endedAt));
  const { id } = await db
    .insertInto("imports")
    .values({
      started_at: report.startedAt,
      ended_at: report.endedAt,
      outcome: "unfinished",
      report: JSON.stringify({ ...report, outcome: "unfinished" }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Gives a sign of life. Throws an ImportConflict where another import has taken this one for dead. */
export async function renewImport(
  db: Kysely<Schema>,
  id: number,
  now: Date,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("imports")
    .set({ ended_at: now.toISOString() })
    .where("id", "=", id)
    .where("outcome", "=", "unfinished")
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new ImportConflict(TAKEN_OVER);
}
