import { sql, type Kysely } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import {
  contentOf,
  importRows,
  SMALL_CENSUS,
} from "~server/imports/testing/census-files";
import type { Schema } from "~server/store/schema";
import { openTestStore } from "~server/testing/open-test-store";
import { GROUPS, TOTAL_COLUMNS } from "../totals/total-columns";
import { checkFigures, FiguresConflict, mendFigures } from "./check-figures";
import type { Checked } from "./stored-tables";
import { openedForAll } from "~server/testing/opened";

const WILLOW = { level: "facility", id: 100, name: "Willow" };
const FENNEL = { level: "facility", id: 200, name: "Fennel" };
const COMPANY = { level: "company", id: 0, name: "" };

type Rows = Partial<Record<Checked, number>>;
type Place = Omit<typeof WILLOW, "name"> & { name: string | null };

interface Spoil {
  what: string;
  /** SQL. */
  by: string;
  told: [place: Place, rows: Rows][];
}

const ZEROS = TOTAL_COLUMNS.map(() => "0").join();

const SPOILS: Spoil[] = [
  {
    what: "a total that is missing",
    by: "delete from place_totals where level = 3 and place_id = 200 and isnp = 0 and grain = 1",
    // Its one stay came and left on the same day: two days tell of it.
    told: [[FENNEL, { totals: 2 }]],
  },
  {
    what: "a total of nothing",
    by: `insert into place_totals values (3, 200, 0, 1, 5, ${ZEROS})`,
    told: [[FENNEL, { totals: 1 }]],
  },
  {
    what: "a total of a place that is gone",
    by: `insert into place_totals values (2, 999, 0, 1, 5, ${ZEROS})`,
    told: [[{ level: "region", id: 999, name: null }, { totals: 1 }]],
  },
  {
    what: "an absence that is missing, and one too much",
    by: "update absences set from_day = from_day - 1 where level = 3",
    told: [[WILLOW, { absences: 2 }]],
  },
  {
    what: "a physician's days that are missing",
    by: "delete from physician_spans where npi = 9000000001",
    told: [[WILLOW, { physicianDays: 1 }]],
  },
  {
    what: "a physician's days that go on",
    by: "update physician_spans set end_day = null where npi = 9000000001",
    told: [[WILLOW, { physicianDays: 1 }]],
  },
  {
    what: "a physician's days too much",
    by: "insert into physician_spans values (200, 0, 9000000001, 5, 9)",
    told: [[FENNEL, { physicianDays: 1 }]],
  },
  {
    what: "a physician's history that is missing",
    by: "delete from physician_histories where npi = 9000000001",
    told: [[WILLOW, { physicianHistories: 1 }]],
  },
  {
    what: "a history of other stays",
    by: "update physician_histories set history = (select history from physician_histories where facility_id = 200) where facility_id = 100 and npi = 0",
    told: [[WILLOW, { physicianHistories: 1 }]],
  },
  {
    what: "a history in a place that is gone",
    by: "insert into physician_histories select 999, npi, history from physician_histories where facility_id = 200",
    told: [
      [{ level: "facility", id: 999, name: null }, { physicianHistories: 1 }],
    ],
  },
  {
    what: "a stay's first day as a long stay",
    by: "update stays set long_stay_from = long_stay_from - 1 where id = 2",
    told: [[WILLOW, { stays: 1 }]],
  },
  {
    what: "a stay's return",
    by: "update stays set rth = 1 - rth",
    told: [
      [WILLOW, { stays: 2 }],
      [FENNEL, { stays: 1 }],
    ],
  },
  {
    what: "a stay's ED visit",
    by: "update stays set ed = 1 where id = 3",
    told: [[FENNEL, { stays: 1 }]],
  },
  {
    what: "a transfer's stay",
    by: "update transfers set stay_id = null",
    told: [[WILLOW, { transfers: 1 }]],
  },
  {
    what: "a transfer's long stay",
    by: "update transfers set long_stay = 1",
    told: [[WILLOW, { transfers: 1 }]],
  },
  {
    what: "a total and the stay that it counts",
    by: "update place_totals set ed = ed + 1 where level = 3 and place_id = 200 and grain = 0;update stays set ed = 1 where id = 3",
    told: [[FENNEL, { stays: 1, totals: 1 }]],
  },
];

const NONE: Record<Checked, number> = {
  stays: 0,
  transfers: 0,
  totals: 0,
  absences: 0,
  physicianDays: 0,
  physicianHistories: 0,
};

async function run(db: Kysely<Schema>, statements: string): Promise<void> {
  for (const statement of statements.split(";")) {
    await sql.raw(statement).execute(db);
  }
}

describe("the check of figures", () => {
  // Each test leaves it as it was, but for the version.
  const store = openedForAll(() => openTestStore());
  beforeAll(async () => {
    await importRows(store, SMALL_CENSUS);
  });

  test("finds nothing after an import, and changes nothing", async () => {
    const before = await contentOf(store);
    expect(await checkFigures(store.db)).toEqual({
      version: before.state[0]?.version,
      patients: 2,
      places: [],
    });
    expect(await contentOf(store)).toEqual(before);
  });

  test.each(SPOILS)("finds $what, and a rebuild mends it", async (spoil) => {
    const before = await contentOf(store);
    await run(store.db, spoil.by);
    const { places, version } = await checkFigures(store.db);
    expect(places).toEqual(
      spoil.told.map(([place, rows]) => ({
        ...place,
        rows: { ...NONE, ...rows },
      })),
    );
    await mendFigures(store, version);
    expect(await checkFigures(store.db)).toMatchObject({
      version: version + 1,
      places: [],
    });
    const [state] = before.state;
    expect(await contentOf(store)).toEqual({
      ...before,
      state: [{ ...state, version: version + 1 }],
    });
  });

  test("finds in every place what its stays have changed past the figures", async () => {
    const admittedFrom = (place: string) =>
      run(store.db, `update stays set admitted_from = '${place}' where id = 1`);
    await admittedFrom("community");
    const found = (await checkFigures(store.db)).places;
    // Of the month and of the day: no admission from hospital, and so no return.
    const totals = 2;
    expect(found.map(({ level, rows }) => [level, rows])).toEqual([
      ["company", { ...NONE, totals }],
      ["division", { ...NONE, totals }],
      ["region", { ...NONE, totals }],
      ["facility", { ...NONE, stays: 1, totals, physicianHistories: 1 }],
    ]);
    await admittedFrom("hospital");
    expect((await checkFigures(store.db)).places).toEqual([]);
  });

  test.each([
    ["place_totals", "totals", TOTAL_COLUMNS],
    ["absences", "absences", GROUPS],
  ] as const)(
    "compares every column of %s, in every row",
    async (table, checked, columns) => {
      const rows = (await contentOf(store))[checked].length;
      expect(rows).toBeGreaterThan(3);
      for (const column of columns) {
        const add = (amount: number) =>
          run(
            store.db,
            `update ${table} set ${column} = ${column} + ${amount}`,
          );
        await add(1);
        const { places } = await checkFigures(store.db);
        const found = places.map((place) => place.rows[checked]);
        expect(found.reduce((sum, count) => sum + count, 0)).toBe(rows);
        await add(-1);
      }
      expect((await checkFigures(store.db)).places).toEqual([]);
    },
  );

  test("finds what an empty database holds", async () => {
    const empty = await openTestStore();
    try {
      expect((await checkFigures(empty.db)).places).toEqual([]);
      await run(
        empty.db,
        `insert into absences values (0, 0, 0, 9, 5, 1, 0, 0, 0, 0)`,
      );
      expect((await checkFigures(empty.db)).places).toEqual([
        { ...COMPANY, rows: { ...NONE, absences: 1 } },
      ]);
    } finally {
      await empty.close();
    }
  });

  test("a rebuild refuses data that came after the check", async () => {
    const changed = await openTestStore();
    try {
      const { version } = await checkFigures(changed.db);
      await importRows(changed, SMALL_CENSUS);
      await run(changed.db, "delete from place_totals");
      const before = await contentOf(changed);
      await expect(mendFigures(changed, version)).rejects.toThrow(
        FiguresConflict,
      );
      expect(await contentOf(changed)).toEqual(before);
    } finally {
      await changed.close();
    }
  });
});
