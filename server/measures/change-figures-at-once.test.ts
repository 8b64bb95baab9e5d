import { afterEach, beforeEach, describe, expect, test, it } from "vitest";
import { importRows } from "~server/imports/testing/census-files";
import { FULL_CENSUS } from "~server/imports/testing/changed-census";
import type { Store } from "~server/store/open-store";
import { makeStorePlace, type StorePlace } from "~server/testing/store-place";
import { changeFigures } from "./change-figures";
import { checkFigures } from "./check/check-figures";
import { noTotals } from "./additive-totals";
import { rareMeasures } from "./graphs";

const CHANGES_OF_EACH = 8;

describe("changes of figures", () => {
  let place: StorePlace;
  let stores: [Store, Store];
  beforeEach(async () => {
    place = await makeStorePlace();
    stores = [await place.open(), await place.open()];
    await importRows(stores[0], FULL_CENSUS);
  });
  afterEach(async () => {
    for (const store of stores) await store.close();
    await place.remove();
  });

  /** A patient's stays begin a day earlier. */
  const change = ({ db }: Store, patientId: number) =>
    db.transaction().execute(async (trx) => {
      await trx
        .updateTable("data_state")
        .set(({ eb }) => ({ version: eb("version", "+", 1) }))
        .execute();
      await changeFigures(trx, [patientId], async () => {
        await trx
          .updateTable("stays")
          .set(({ eb }) => ({ admitted_on: eb("admitted_on", "-", 1) }))
          .where("patient_id", "=", patientId)
          .execute();
      });
    });

  test("of the same patients that raise the data version first wait for each other, and none is lost", async () => {
    const [one, other] = stores;
    const { version } = await checkFigures(one.db);
    const makeChanges = async (store: Store) => {
      for (let at = 0; at < CHANGES_OF_EACH; at += 1) {
        await change(store, 1000 + at);
      }
    };
    await Promise.all([makeChanges(one), makeChanges(other)]);
    expect(await checkFigures(one.db)).toMatchObject({
      version: version + 2 * CHANGES_OF_EACH,
      places: [],
    });
  });
});

it.each([
  ["months with three on average", [3, 4, 2, 3], true],
  ["months without any", [0, 0, 0, 0, 0, 0, 0], false],
  ["months with four", [4, 4, 4, 4, 4, 4, 4], false],
  ["six months with few, as a phase may be", times(12, 9, 6, 3), true],
  ["six months in the middle", [...times(6, 9, 6, 3), 9, 9, 9], true],
  ["five months with few, before and after many", times(7, 10, 5, 3), false],
] as const)("sends the days of events of %s", (_, counts, isSent) => {
  const months = counts.map((rth) => ({ ...noTotals(), rth }));
  expect(rareMeasures(months).map(({ tag }) => tag)).toEqual(
    isSent ? ["rth"] : [],
  );
});

/** So many months with so many events, and then others. */
function times(many: number, each: number, few: number, then: number) {
  return [...Array(many).fill(each), ...Array(few).fill(then)] as number[];
}
