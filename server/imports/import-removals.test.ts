import { expect, test } from "vitest";
import { describeResult } from "./describe-result";
import type { ImportResult } from "./import-census";
import {
  REPLACE_ALL,
  SMALL_CENSUS,
  type CensusRows,
} from "./testing/census-files";
import { describeImports } from "./testing/describe-census";

const MANAGER = "boss,Bo,Oss,secret-boss,account_manager,0,false";
const ANN = "ann,A,A,secret-ann,region,10,false";
const CENSUS: CensusRows = { ...SMALL_CENSUS, "users.csv": [MANAGER, ANN] };

/** Forty transfers of the small census's resident, one a day. */
const TRANSFERS = Array.from(
  { length: 40 },
  (_, index) =>
    `${index + 1},1001,100,2026-0${3 + Math.floor(index / 20)}-${String(1 + (index % 20)).padStart(2, "0")},inpatient,false`,
);

function removalsOf(result: ImportResult) {
  return result.outcome === "refused" ? result.removals : null;
}

describeImports("a removal on %s", (tested) => {
  const { load, content } = tested;
  const { "notes.csv": _, "transfers.csv": __, ...withoutFiles } = CENSUS;
  test.each<[string, CensusRows, string[]]>([
    [
      "where a file has a header alone",
      { ...CENSUS, "transfers.csv": [] },
      ["transfers: 1 of 1 rows would be removed (100 %)."],
    ],
    [
      "where files are missing",
      withoutFiles,
      [
        "transfers: 1 of 1 rows would be removed (100 %).",
        "notes: 1 of 1 rows would be removed (100 %).",
      ],
    ],
    [
      // The transfer would have no stay; that is no reason to refuse.
      "of a stay of three",
      { ...CENSUS, "stays.csv": SMALL_CENSUS["stays.csv"]!.slice(1) },
      ["stays: 1 of 3 rows would be removed (33.3 %)."],
    ],
    [
      "of an account of two",
      { ...CENSUS, "users.csv": [MANAGER] },
      ["users: 1 of 2 rows would be removed (50 %)."],
    ],
    [
      "of rows that come back under other ids",
      { ...CENSUS, "transfers.csv": ["7,1001,100,2026-01-05,inpatient,false"] },
      ["transfers: 1 of 1 rows would be removed (100 %)."],
    ],
  ])("%s is refused, and reported with its share", async (_, rows, lines) => {
    await load(CENSUS);
    const before = await content();
    for (const dryRun of [true, false]) {
      const result = await load(rows, { replace: true, dryRun });
      const names = lines.map((line) => line.split(":")[0]);
      expect(describeResult(result, "1.0").errors).toEqual([
        ...lines,
        `More than 5 % of a table goes only where that is said. If the files are right, add --allow-removal=${names.join()}.`,
      ]);
    }
    expect(await content()).toEqual(before);
  });

  test("goes through for the tables that are named, and for no other", async () => {
    await load(CENSUS);
    const fewer = {
      ...CENSUS,
      "transfers.csv": [],
      "notes.csv": [],
      "users.csv": [MANAGER],
    };
    const some = await load(fewer, {
      replace: true,
      allowRemoval: new Set(["transfers", "users"]),
    });
    expect(removalsOf(some)).toEqual([
      { name: "notes", removed: 1, stored: 1 },
    ]);
    expect((await content()).transfers).toHaveLength(1);

    const all = await load(fewer, {
      replace: true,
      allowRemoval: new Set(["transfers", "users", "notes"]),
    });
    expect(all.outcome).toBe("stored");
    const stored = await content();
    expect(stored.transfers).toEqual([]);
    expect(stored.users.map(({ username }) => username)).toEqual(["boss"]);
  });

  test("is limited for the rows that deletions.csv names as well", async () => {
    await load({ ...SMALL_CENSUS, "transfers.csv": TRANSFERS });
    const deleting = (count: number) =>
      load({
        "deletions.csv": Array.from(
          { length: count },
          (_, index) => `transfers,${index + 1}`,
        ),
      });
    expect(removalsOf(await deleting(3))).toEqual([
      { name: "transfers", removed: 3, stored: 40 },
    ]);
    expect((await deleting(2)).outcome).toBe("stored");
  });

  test("does not come into it without --replace: what a folder leaves out stays", async () => {
    await load(CENSUS);
    const result = await load({ "transfers.csv": [] });
    expect(result.outcome).toBe("unchanged");
    expect((await content()).transfers).toHaveLength(1);
  });
});

describeImports("a dry run on %s", (tested) => {
  const { load, content } = tested;
  const everything = async () => ({
    ...(await content()),
    trail: await tested.db.selectFrom("audit_events").selectAll().execute(),
    imports: await tested.db.selectFrom("imports").selectAll().execute(),
  });

  test("tells what the import itself tells, and stores nothing", async () => {
    await load(CENSUS);
    const before = await everything();
    const changed = {
      ...CENSUS,
      "facilities.csv": ["100,Willow,10,015009,,,,", "200,Renamed,10,,5,4,3,2"],
      "stays.csv": [
        ...SMALL_CENSUS["stays.csv"]!.slice(0, 2),
        "4,1002,100,,2026-04-01,,hospital,false",
      ],
      "users.csv": [MANAGER, "cy,C,C,secret-cy,region,10,false"],
    };
    const dry = await load(changed, {
      ...REPLACE_ALL,
      dryRun: true,
    });
    expect(await everything()).toEqual(before);
    expect(describeResult(dry, "1.0").lines.at(-1)).toBe(
      "Dry run: nothing was stored (1.0 s).",
    );

    const real = await load(changed, REPLACE_ALL);
    expect({ ...dry, accounts: null, isDryRun: false }).toEqual({
      ...real,
      accounts: null,
    });
    expect(await everything()).not.toEqual(before);
  });

  test("over the demo organisation leaves the demo there", async () => {
    await load(CENSUS);
    await tested.db.updateTable("data_state").set({ origin: "demo" }).execute();
    const before = await everything();
    const dry = await load({ "divisions.csv": ["9,Own"] }, { dryRun: true });
    expect(dry.outcome).toBe("stored");
    expect(await everything()).toEqual(before);
  });
});
