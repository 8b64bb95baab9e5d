import { sql } from "kysely";
import { expect, it } from "vitest";
import { openTestStore, TEST_DIALECTS } from "~server/testing/open-test-store";
import { chartNoteTables } from "./migrations/0013-chart-notes";
import { lessIsKept } from "./migrations/0023-less-is-kept";

it.each(TEST_DIALECTS)(
  "a database with frozen baselines keeps events and phases as they were, on %s",
  async (dialect) => {
    const { db, close } = await openTestStore(dialect);
    try {
      await db.schema.dropTable("chart_notes").execute();
      await chartNoteTables(dialect).up(db);
      await sql`alter table organisation_sessions add provider_session text`.execute(
        db,
      );
      const write = (kind: string, frozen: string | null, ended: string) =>
        sql`insert into chart_notes (kind, level, place_id, measures, starts_on,
          last_month, text, frozen, version, user_id, author, added_at, ended_at)
          values (${kind}, 'region', 11, 'rth_30', 20000, ${frozen && 20_300},
          ${kind}, ${frozen}, 1, 7, 'Ada', '2026-01-01', nullif(${ended}, ''))`.execute(
          db,
        );
      await write("event", null, "");
      await write("baseline", "{}", "");
      await write("phase", null, "2026-02-01");
      await write("baseline", "{}", "2026-02-01");
      await db.transaction().execute((trx) => lessIsKept().up(trx));
      const rows = await db
        .selectFrom("chart_notes")
        .selectAll()
        .orderBy("id")
        .execute();
      const row = {
        level: "region",
        place_id: 11,
        measures: "rth_30",
        starts_on: 20_000,
        version: 1,
        user_id: 7,
        author: "Ada",
        added_at: "2026-01-01",
        ended_by: null,
      };
      expect(rows).toEqual([
        { ...row, id: 1, kind: "event", text: "event", ended_at: null },
        { ...row, id: 3, kind: "phase", text: "phase", ended_at: "2026-02-01" },
      ]);
    } finally {
      await close();
    }
  },
);
