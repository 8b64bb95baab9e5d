import { readFileSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { Seal } from "~/runtime/seal.server";
import type { SessionRecord } from "~/session/session-record.server";
import type { Portal } from "./portal";

type Place = Pick<Portal, "dataDir" | "sessionSecret">;

interface StoredSession {
  key: string;
  record: string;
  used_at: number;
}

/** The database of a portal that runs, as another process sees it. */
function inDatabase<Result>(
  { dataDir }: Pick<Place, "dataDir">,
  work: (database: BetterSqlite.Database) => Result,
): Result {
  const file = join(dataDir, "portal.sqlite");
  const options = { fileMustExist: true, timeout: 5_000 };
  const database = new BetterSqlite(file, options);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

function sealOf({ dataDir, sessionSecret }: Place): Seal {
  const file = join(dataDir, "session-secret");
  return new Seal(
    sessionSecret ?? readFileSync(file, "utf8").trim(),
    "portal store",
  );
}

/** All sessions that are stored, as they are stored; the one that was opened last comes first. */
export function storedSessions(portal: Pick<Place, "dataDir">) {
  return inDatabase(
    portal,
    (database) =>
      database
        .prepare("select * from portal_sessions order by rowid desc")
        .all() as StoredSession[],
  );
}

/** When the session that was opened last was used, milliseconds since 1970. */
export function lastUse(portal: Pick<Place, "dataDir">): number {
  return storedSessions(portal)[0]?.used_at ?? 0;
}

/** As if the session that was opened last had been used so long ago. */
export function idleFor(portal: Pick<Place, "dataDir">, ms: number): void {
  const [{ key = "" } = {}] = storedSessions(portal);
  inDatabase(portal, (database) =>
    database
      .prepare("update portal_sessions set used_at = ? where key = ?")
      .run(Date.now() - ms, key),
  );
}

/** Changes what the session that was opened last holds. */
export function changeSession(
  portal: Place,
  change: (record: SessionRecord) => SessionRecord,
): void {
  const [{ key = "", record = "" } = {}] = storedSessions(portal);
  const seal = sealOf(portal);
  const held = JSON.parse(seal.open(record, key) ?? "null") as SessionRecord;
  const sealed = seal.closeJson(change(held), key);
  inDatabase(portal, (database) =>
    database
      .prepare("update portal_sessions set record = ? where key = ?")
      .run(sealed, key),
  );
}

/** What the forms hold that are kept for after login. */
export function keptForms(portal: Place): string[] {
  const seal = sealOf(portal);
  const rows = inDatabase(
    portal,
    (database) =>
      database
        .prepare("select key, form from kept_forms order by kept_at")
        .all() as { key: string; form: string }[],
  );
  return rows.map(({ key, form }) => seal.open(form, key) ?? "");
}

/** Does that while the database refuses each form that is to be kept. */
export async function whileNoFormCanBeKept<Result>(
  portal: Pick<Place, "dataDir">,
  work: () => Promise<Result>,
): Promise<Result> {
  const run = (sql: string) =>
    inDatabase(portal, (database) => database.exec(sql));
  run(
    "create trigger no_form before insert on kept_forms begin select raise(abort, 'no form'); end",
  );
  try {
    return await work();
  } finally {
    run("drop trigger no_form");
  }
}
