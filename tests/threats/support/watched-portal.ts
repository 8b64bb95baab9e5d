import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { storeMessage } from "~server/messages/senders/testing/store-message";
import { DATABASE_FILE, openStore } from "~server/store/open-store";
import { CENSUS, PASSWORD } from "../../pages/support/census";
import { startPortal, type OwnPortal } from "../../pages/support/portal";

/** The first user that is nobody's, so that forms may change and delete it. */
export const FIRST_SPARE_USER = 11;

/** Nothing listens there: the forms of groups and of organisation accounts need a login by name alone. */
const ORGANISATION = {
  OIDC_ISSUER: "http://127.0.0.1:1",
  OIDC_CLIENT_ID: "sojourn",
  OIDC_CLIENT_SECRET: "a secret between two, 32 letters",
  OIDC_NAME: "Velmora Staff",
};

/** Columns that reading a page changes. */
const CLOCKS = ["used_at", "last_seen_at"];

/** The chart judge fills it 15 s after the start, whatever is posted. */
const JUDGED = "judged_signals";

interface Call {
  method: string;
  route: string;
}

/** A portal with its own data server, of which a test sees what each form did. */
export interface WatchedPortal {
  portal: OwnPortal;
  /** What the data server was asked since the calls were last forgotten. */
  calls(): Promise<Call[]>;
  forgetCalls(): Promise<void>;
  /** Every row of both databases by table, without judged charts and the clocks of sessions. */
  rows(): Record<string, unknown[]>;
}

/** Starts one with so many spare users, messages of the feed and groups, by ids that follow each other. */
export async function startWatchedPortal(
  spare: number,
): Promise<WatchedPortal> {
  const portal = await startPortal({
    census: censusWith(spare),
    env: ORGANISATION,
  });
  await storeSpare(portal, spare);
  let forgotten = 0;
  return {
    portal,
    calls: async () => (await portal.log()).slice(forgotten).flatMap(callIn),
    async forgetCalls() {
      forgotten = (await portal.log()).length;
    },
    rows: () => ({
      ...rowsOf(join(portal.dataDir, DATABASE_FILE)),
      ...rowsOf(join(portal.dataDir, "portal.sqlite")),
    }),
  };
}

function censusWith(spare: number): Record<string, string> {
  const users = Array.from(
    { length: spare },
    (_, at) => `spare${at},Sue,Spare,${PASSWORD},facility,102,false`,
  );
  return {
    "users.csv": `${CENSUS["users.csv"]}
admin,Ada,Admin,${PASSWORD},admin,0,false
${users.join("\n")}`,
  };
}

async function storeSpare(
  { dataDir }: OwnPortal,
  spare: number,
): Promise<void> {
  const store = await openStore({ dataDir });
  for (let at = 0; at < spare; at++) {
    await storeMessage(
      store.db,
      {
        sender: "LAB",
        facility: "ELM",
        status: "waiting",
        reason: "unknown_sender",
      },
      "MSH|^~\\&|LAB|ELM\rPID|1||77^^^LAB^MR\r",
    );
    await store.db
      .insertInto("group_rules")
      .values({
        name: `group-${at}`,
        label: "",
        access_level: "company",
        access_level_id: "0",
        isnp_only: 0,
        version: 1,
      })
      .execute();
  }
  await store.close();
}

function callIn(line: string): Call[] {
  return line.includes('"api.request"') ? [JSON.parse(line) as Call] : [];
}

function rowsOf(file: string): Record<string, unknown[]> {
  const database = new BetterSqlite(file, { readonly: true, timeout: 5_000 });
  try {
    const tables = database
      .prepare(
        "select name from sqlite_master where type = 'table' and name <> ?",
      )
      .pluck()
      .all(JUDGED) as string[];
    return Object.fromEntries(
      tables.map((name) => [
        name,
        database.prepare(`select * from "${name}"`).all().map(withoutClocks),
      ]),
    );
  } finally {
    database.close();
  }
}

function withoutClocks(row: unknown): unknown {
  return Object.fromEntries(
    Object.entries(row as object).filter(([name]) => !CLOCKS.includes(name)),
  );
}
