import { describe, expect, test } from "vitest";
import { RATE_GRAPHS, type GraphTag } from "~/domain/graphs/rate-graphs";
import type { Variation } from "./variation";
import {
  continueVisit,
  newSignals,
  signalsIn,
  type SignalVisit,
} from "./visits";

function cells(
  said: Partial<Record<GraphTag, Variation>> = {},
  month = "2026-05",
) {
  return Object.fromEntries(
    RATE_GRAPHS.map(({ graph }) => [
      graph,
      { variation: said[graph] ?? ("usual" as const), month },
    ]),
  ) as Parameters<typeof signalsIn>[0]["own"];
}

const MONDAY = "2026-06-15T08:00:00.000Z";
const TUESDAY = "2026-06-16T08:00:00.000Z";
const WEDNESDAY = "2026-06-17T08:00:00.000Z";

describe("the signals of a place", () => {
  test("are its own and those of its children, without what is usual or too few", () => {
    const own = cells({ rth_30: "drifting_up", ed_30: "too_few" });
    const rows = [{ id: 7, signals: cells({ ed_1000: "unusually_low" }) }];
    expect(signalsIn({ own, rows })).toEqual([
      {
        child: null,
        graph: "rth_30",
        key: "own:rth_30:drifting_up",
        isUnusual: false,
      },
      {
        child: 7,
        graph: "ed_1000",
        key: "7:ed_1000:unusually_low:2026-05",
        isUnusual: true,
      },
    ]);
  });

  test("are others when another month is unusual, and the same while a drift goes on", () => {
    const keysIn = (month: string) =>
      signalsIn({
        own: cells({ rth_30: "unusually_high", ed_30: "drifting_down" }, month),
        rows: [],
      }).map(({ key }) => key);
    const [unusual, drift] = keysIn("2026-05");
    expect(keysIn("2026-06")).toEqual([
      unusual?.replace("2026-05", "2026-06"),
      drift,
    ]);
  });
});

describe("a visit", () => {
  const A = signalsIn({ own: cells({ rth_30: "drifting_up" }), rows: [] });
  const AB = signalsIn({
    own: cells({ rth_30: "drifting_up", ed_30: "unusually_high" }),
    rows: [],
  });
  const keysOf = (signals: typeof A) => signals.map(({ key }) => key);
  const look = (
    stored: SignalVisit | null,
    at: string,
    signals: typeof A,
    place = "region/1",
  ) => continueVisit(stored, at, { [place]: keysOf(signals) });
  const isNew = (visit: SignalVisit, signals: typeof A, place = "region/1") =>
    keysOf(newSignals(visit, place, signals));

  test("that is the first has nothing new", () => {
    const first = look(null, MONDAY, A);
    expect(isNew(first, A)).toEqual([]);
    expect(isNew(look(first, MONDAY, AB), AB)).toEqual([]);
  });

  test("has as new, for all of it, what the visit before did not show", () => {
    const second = look(look(null, MONDAY, A), TUESDAY, AB);
    expect(isNew(second, AB)).toEqual(["own:ed_30:unusually_high:2026-05"]);
    const again = look(second, TUESDAY, AB);
    expect(isNew(again, AB)).toEqual(["own:ed_30:unusually_high:2026-05"]);
    expect(isNew(look(again, WEDNESDAY, AB), AB)).toEqual([]);
  });

  test("has nothing new of a place that none before has looked at, and of others as it was", () => {
    const second = look(look(null, MONDAY, A), TUESDAY, AB, "region/2");
    expect(isNew(second, AB, "region/2")).toEqual([]);
    const third = look(second, WEDNESDAY, AB);
    expect(isNew(third, AB)).toEqual(["own:ed_30:unusually_high:2026-05"]);
    expect(isNew(third, AB, "region/2")).toEqual([]);
  });

  test("is not ended by a session that began before it", () => {
    const second = look(look(null, MONDAY, A), TUESDAY, AB);
    const older = look(second, MONDAY, AB);
    expect(older.signedInAt).toBe(TUESDAY);
    expect(isNew(older, AB)).toHaveLength(1);
    expect(isNew(look(older, TUESDAY, AB), AB)).toHaveLength(1);
  });

  test("has as new what comes back after it was gone for a visit", () => {
    const gone = look(look(null, MONDAY, A), TUESDAY, []);
    expect(isNew(look(gone, WEDNESDAY, A), A)).toEqual(keysOf(A));
  });

  test("keeps the hundred places looked at last", () => {
    let visit: SignalVisit | null = null;
    for (let at = 0; at < 120; at += 1) {
      visit = look(visit, MONDAY, A, `region/${at}`);
    }
    visit = look(visit, MONDAY, A, "region/20");
    const places = Object.keys(visit.now);
    expect(places).toHaveLength(100);
    expect([places[0], places.at(-1)]).toEqual(["region/21", "region/20"]);
  });
});
