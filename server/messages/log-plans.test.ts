import { CompiledQuery, sql, type Kysely, type KyselyPlugin } from "kysely";
import { describe, expect, it } from "vitest";
import { openedForEach } from "~server/testing/opened";
import { readStored } from "~server/messages/apply/logged-messages";
import { applyAnew } from "~server/messages/senders/change-senders";
import { er7, NOW, storeText } from "~server/messages/testing/played-feed";
import { readWaitingMessages } from "~server/measures/census/census-memory";
import { readFeedFacts } from "~server/measures/census/feed-facts";
import type { Schema } from "~server/store/schema";
import { openTestStore, TEST_DIALECTS } from "~server/testing/open-test-store";
import { seedOrganization } from "~server/testing/seed-organization";
import { MessageLog } from "./open-feed";

type Db = Kysely<Schema>;

const SAID = "2026-06-15T10:00:00.000Z";

let residents = 0;

async function store(db: Db, sender: string, id?: string): Promise<void> {
  const text = er7("A01", "202606100900", {
    sender,
    who: `${(residents += 1)}`,
    ...(id !== undefined && { id }),
  });
  await storeText(new MessageLog(db), text);
}

const again = (db: Db, sender: string) =>
  applyAnew(db, [{ sender, facility: "WILLOW" }]);

async function tellOfFeeds(db: Db): Promise<void> {
  await seedOrganization(db);
  const last = { last_message_at: SAID, last_movement_at: SAID };
  await db
    .insertInto("feed_facilities")
    .values({ facility_id: 111, ...last })
    .execute();
  await readFeedFacts(db, [111], NOW, new Map());
}

const LOOK_UPS: [what: string, look: (db: Db) => Promise<unknown>][] = [
  ["to store another one", (db) => store(db, "PCC")],
  ["to store one that names no sender", (db) => store(db, "")],
  ["to apply those of a sender again", (db) => again(db, "PCC")],
  ["to apply those again that name no sender", (db) => again(db, "")],
  ["to find those that are to be applied", (db) => readStored(db, 50)],
  ["to count those that wait", readWaitingMessages],
  ["to tell of the feeds of facilities", tellOfFeeds],
];

describe.each(TEST_DIALECTS)("the log of messages on %s", (dialect) => {
  const opened = openedForEach(() => openTestStore(dialect));

  it("looks at no more messages where a sender gives all the same id", async () => {
    let rows = 0;
    const counter: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult({ result }) {
        rows += result.rows.length;
        return Promise.resolve(result);
      },
    };
    const db = opened.db.withPlugin(counter);
    const answered: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      rows = 0;
      await store(db, "PCC", "ALWAYS");
      answered.push(rows);
    }
    expect(answered).toEqual(answered.map(() => answered[0]));
    const reused = await db
      .selectFrom("feed_messages")
      .orderBy("id")
      .select("reused_id")
      .execute();
    expect(reused.map((row) => row.reused_id)).toEqual([0, 1, 1, 1, 1]);
  });

  it.each(LOOK_UPS)("is not read whole %s", async (_what, look) => {
    const asked: CompiledQuery[] = [];
    const listener: KyselyPlugin = {
      transformQuery({ node, queryId }) {
        asked.push(opened.db.getExecutor().compileQuery(node, queryId));
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    };
    await look(opened.db.withPlugin(listener));
    const plans = await plansOf(asked);
    expect(plans).toMatch(/using (covering )?index|index .*scan/i);
    expect(plans).not.toMatch(/scan feed_messages|seq scan on feed_messages/i);
  });

  /** The plans in which PostgreSQL reads a table whole only where no index is of use: it holds few rows here. */
  function plansOf(asked: readonly CompiledQuery[]): Promise<string> {
    return opened.db.transaction().execute(async (tx) => {
      const plans: unknown[] = [];
      if (dialect === "postgres") {
        await sql`set local enable_seqscan = off`.execute(tx);
      }
      const explain = dialect === "postgres" ? "explain" : "explain query plan";
      for (const { sql: text, parameters } of asked) {
        if (!text.includes("feed_messages")) continue;
        const plan = CompiledQuery.raw(`${explain} ${text}`, [...parameters]);
        plans.push(...(await tx.executeQuery(plan)).rows);
      }
      return JSON.stringify(plans);
    });
  }
});
