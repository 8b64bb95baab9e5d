import { existsSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  contentOf,
  importRows,
  SMALL_CENSUS,
} from "~server/imports/testing/census-files";
import type { Store } from "~server/store/open-store";
import { runFile } from "~server/testing/child-process";
import { makeStorePlace, type StorePlace } from "~server/testing/store-place";

describe("npm run check-figures", () => {
  let place: StorePlace;
  beforeEach(async () => {
    place = await makeStorePlace();
  });
  afterEach(() => place.remove());

  async function opened<Result>(
    work: (store: Store) => Promise<Result>,
  ): Promise<Result> {
    const store = await place.open();
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }

  async function imported(store: Store) {
    await importRows(store, SMALL_CENSUS);
    return contentOf(store);
  }

  async function command(...args: string[]) {
    const child = runFile("server/measures/check-command.ts", args, place.env);
    const { status, errors } = await child.ended;
    return { status, errors, said: child.lines.join("\n") };
  }

  const spoil = () =>
    opened(async (store) => {
      await sql`update place_totals set rth = rth + 1 where level = 0 and isnp = 0 and rth = 1`.execute(
        store.db,
      );
      await sql`delete from absences where level = 3`.execute(store.db);
    });
  const versionOf = (content: Awaited<ReturnType<typeof contentOf>>) =>
    content.state[0]?.version ?? NaN;

  test("tells that all figures agree, and stores nothing, with --rebuild either", async () => {
    const before = await opened(imported);
    for (const args of [[], ["--rebuild"]]) {
      const { status, errors, said } = await command(...args);
      expect([status, errors]).toEqual([0, ""]);
      expect(said).toContain(
        "All figures agree with the stays and transfers of 2 patients.",
      );
    }
    expect(await opened(contentOf)).toEqual(before);
  });

  test("tells which places differ in how many rows, with a status of its own, and mends it where that is wanted", async () => {
    const before = await opened(imported);
    await spoil();
    const told = `Rows that differ from what stays and transfers give:
  The company: 2 rows of totals
  Facility Willow (100): 1 row of absences
3 rows of 2 places differ.`;
    const first = await command();
    expect(first.said).toContain(
      `${told}\nTo recalculate them: npm run check-figures -- --rebuild`,
    );
    expect([first.status, first.errors]).toEqual([7, ""]);

    const second = await command("--rebuild");
    expect([second.status, second.errors]).toEqual([0, ""]);
    expect(second.said).toContain(told);
    expect(second.said).toContain("All figures are recalculated.");
    const after = await opened(contentOf);
    const version = versionOf(before) + 1;
    expect(after).toEqual({
      ...before,
      state: [{ ...before.state[0], version }],
    });
    expect((await command()).status).toBe(0);
  });

  test("writes JSON alone to standard output where that is wanted", async () => {
    const before = await opened(imported);
    await spoil();
    const none = {
      stays: 0,
      transfers: 0,
      absences: 0,
      physicianDays: 0,
      physicianHistories: 0,
    };
    const found = {
      agrees: false,
      isRebuilt: false,
      version: versionOf(before),
      patients: 2,
      rows: { ...none, totals: 2, absences: 1 },
      places: [
        { level: "company", id: 0, name: "", rows: { ...none, totals: 2 } },
        {
          level: "facility",
          id: 100,
          name: "Willow",
          rows: { ...none, totals: 0, absences: 1 },
        },
      ],
    };
    const first = await command("--json");
    expect(JSON.parse(first.said)).toEqual(found);
    expect(first.status).toBe(7);
    const second = await command("--json", "--rebuild");
    expect(JSON.parse(second.said)).toEqual({ ...found, isRebuilt: true });
    const third = await command("--json", "--rebuild");
    expect(JSON.parse(third.said)).toMatchObject({
      agrees: true,
      isRebuilt: false,
      version: versionOf(before) + 1,
      places: [],
    });
  });

  test("finds nothing to say of an empty database", async () => {
    await opened(contentOf);
    const { status, said } = await command();
    expect(status).toBe(0);
    expect(said).toContain("The database holds no census yet.");
  });

  test("works out first what an older version has left", async () => {
    await opened(async (store) => {
      await importRows(store, SMALL_CENSUS);
      await store.db.deleteFrom("place_totals").execute();
      await store.db
        .updateTable("data_state")
        .set({ figures_edition: 0 })
        .execute();
    });
    expect((await command()).status).toBe(0);
  });

  test("shows how it is used", async () => {
    const wrong = await command("--rebuilt");
    expect([wrong.status, wrong.said]).toEqual([2, ""]);
    expect(wrong.errors).toMatch(/^Usage: npm run check-figures/);
    const help = await command("--help");
    expect([help.status, help.errors]).toEqual([0, ""]);
    expect(help.said).toContain("  7  some figures differ");
  });
});

test("the check makes no database where there is none, and asks none where an API host has the data", async () => {
  const { dataDir, remove } = await makeStorePlace("sqlite");
  const run = (env: Record<string, string>) =>
    runFile("server/measures/check-command.ts", [], {
      DATA_DIR: dataDir,
      ...env,
    }).ended;
  try {
    expect(await run({})).toEqual({
      status: 5,
      errors: `There is no database in ${dataDir}.\nNothing was stored.\n`,
    });
    const elsewhere = await run({
      API_URL: "https://canary.test",
      SESSION_SECRET: "s".repeat(32),
    });
    expect(elsewhere.status).toBe(5);
    expect(elsewhere.errors).toMatch(/^The data are at the API host/);
    expect(existsSync(path.join(dataDir, "sojourn.db"))).toBe(false);
  } finally {
    await remove();
  }
});
