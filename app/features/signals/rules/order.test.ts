import { expect, test } from "vitest";
import { RATE_GRAPHS, type GraphTag } from "~/domain/graphs/rate-graphs";
import { sortSignals, type OrderedSignals } from "./order";
import type { Variation } from "./variation";

function row(
  id: number,
  name: string | null,
  said: readonly Variation[],
  value: number | null = null,
): OrderedSignals {
  const signals = RATE_GRAPHS.map(({ graph }, at) => [
    graph,
    { value, variation: said[at] ?? "usual" },
  ]);
  const all = Object.fromEntries(signals) as Record<
    GraphTag,
    OrderedSignals["signals"][GraphTag]
  >;
  return { id, name, signals: all };
}

const idsOf = (rows: OrderedSignals[]) => rows.map(({ id }) => id);

test("more unusual measures come first, then more that drift, then more that are high, then by name", () => {
  const rows = [
    row(1, "Zest", []),
    row(2, "Ash", ["too_few", "too_few"]),
    row(3, "Elm", ["drifting_down", "drifting_down"]),
    row(4, "Fir", ["drifting_down", "drifting_up"]),
    row(5, "Oak", ["unusually_low"]),
    row(6, "Yew", ["unusually_high"]),
    row(7, "Ivy", ["unusually_low", "drifting_down"]),
    row(8, "Box", ["unusually_low", "unusually_low"]),
  ];
  expect(idsOf(sortSignals(rows, null))).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
  expect(idsOf(sortSignals(rows.reverse(), null))).toEqual([
    8, 7, 6, 5, 4, 3, 2, 1,
  ]);
});

test("alike rows stand by name, nobody last, and those of one name by id", () => {
  const rows = [
    row(0, null, []),
    row(9, "Ash", []),
    row(3, "Ash", []),
    row(4, "10 Elm", []),
    row(5, "9 Elm", []),
  ];
  expect(idsOf(sortSignals(rows, null))).toEqual([5, 4, 3, 9, 0]);
});

test("a measure sorts by its value, and what is not known goes last both ways", () => {
  const rows = [
    row(1, "C", [], 2),
    row(2, "B", [], null),
    row(3, "A", [], 10),
    row(4, "D", [], 2),
  ];
  const by = (direction: "asc" | "desc") =>
    idsOf(sortSignals(rows, { column: "ed_30", direction }));
  expect(by("asc")).toEqual([1, 4, 3, 2]);
  expect(by("desc")).toEqual([3, 1, 4, 2]);
  expect(
    idsOf(sortSignals(rows, { column: "name", direction: "desc" })),
  ).toEqual([4, 1, 2, 3]);
});
