import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  sortRows,
  type SortDirection,
  type SortKind,
  type SortValue,
} from "./table-sort";

function sorted(
  values: SortValue[],
  kind: SortKind,
  direction: SortDirection = "asc",
) {
  return sortRows(values, { value: (value) => value, kind }, direction);
}

describe("names", () => {
  const names = ["Meadow", "Unknown", "harbor", "", "Élan", null, "Hill"];

  test("go by letter, with 'Unknown' and blank ones last ascending", () => {
    expect(sorted(names, "name")).toEqual([
      "Élan",
      "harbor",
      "Hill",
      "Meadow",
      "Unknown",
      "",
      null,
    ]);
  });

  test("have 'Unknown' and blank ones first descending", () => {
    expect(sorted(names, "name", "desc")).toEqual([
      "Unknown",
      "",
      null,
      "Meadow",
      "Hill",
      "harbor",
      "Élan",
    ]);
  });

  test("with numbers go by the number", () => {
    expect(sorted(["Unit 10", "Unit 9"], "name")).toEqual([
      "Unit 9",
      "Unit 10",
    ]);
  });
});

describe("dates", () => {
  test("written nn/nn/nnnn go by the calendar, missing ones last", () => {
    expect(
      sorted(["12/31/2025", null, "01/02/2026", "02/01/2025"], "date"),
    ).toEqual(["02/01/2025", "12/31/2025", "01/02/2026", null]);
  });

  test("in their wire form go by the calendar too", () => {
    expect(sorted(["2025-12-31", "", "2026-01-02"], "date", "desc")).toEqual([
      "2026-01-02",
      "2025-12-31",
      "",
    ]);
  });
});

describe("figures", () => {
  test("given as percentages go by their number", () => {
    expect(
      sorted(["9.00%", "100.00%", "21.43%", "Unknown"], "percent"),
    ).toEqual(["9.00%", "21.43%", "100.00%", "Unknown"]);
  });

  test("with thousands separators go by their number", () => {
    expect(sorted(["3,000", "1,200", "300", 4], "number")).toEqual([
      4,
      "300",
      "1,200",
      "3,000",
    ]);
  });

  test.each(["number", "percent", "rate", "score", "date", "text"] as const)(
    "of the kind %s that are not known go last in both directions",
    (kind) => {
      const days = ["01/02/2026", "Unknown", "01/03/2026", null];
      const values =
        kind === "date" || kind === "text" ? days : [1, "Unknown", 2, null];
      const [low, unknown, high, missing] = values;
      const up = [low, high, unknown, missing];
      expect(sorted(values, kind)).toEqual(up);
      const down = [high, low, unknown, missing];
      expect(sorted(values, kind, "desc")).toEqual(down);
    },
  );

  test("of frailty take −1 for not known, so that the frailest come first descending", () => {
    expect(sorted([-1, 6, 0], "score")).toEqual([0, 6, -1]);
    expect(sorted([-1, 0, 6], "score", "desc")).toEqual([6, 0, -1]);
  });
});

test("the given list stays as it is", () => {
  const rows = [2, 1];
  sortRows(rows, { value: (row) => row, kind: "number" }, "asc");
  expect(rows).toEqual([2, 1]);
});

const anyValue = fc.oneof(
  fc.string(),
  fc.double(),
  fc.integer({ min: -2, max: 3 }),
  fc.constantFrom(
    "Unknown",
    "",
    "12/31/2025",
    "01/02/2026",
    "21.43%",
    "a",
    "A",
  ),
  fc.constantFrom(null, undefined),
);
const anyKind = fc.constantFrom<SortKind>(
  "name",
  "text",
  "number",
  "percent",
  "rate",
  "date",
  "score",
);
const anyDirection = fc.constantFrom<SortDirection>("asc", "desc");

test("sorting twice changes nothing, and rows that compare equal keep their order", () => {
  fc.assert(
    fc.property(
      fc.array(anyValue),
      anyKind,
      anyDirection,
      (values, kind, direction) => {
        const rows = values.map((value, place) => ({ value, place }));
        const column = {
          value: (row: (typeof rows)[number]) => row.value,
          kind,
        };
        const once = sortRows(rows, column, direction);
        expect(sortRows(once, column, direction)).toEqual(once);
        expect(new Set(once)).toEqual(new Set(rows));
        // Where the reversed input gives the pair in the other order, the two compare equal.
        const mirrored = sortRows([...rows].reverse(), column, direction);
        const placeInMirrored = new Map(
          mirrored.map((row, index) => [row.place, index]),
        );
        for (const [index, row] of once.entries()) {
          const next = once[index + 1];
          if (!next) continue;
          const areEqual =
            (placeInMirrored.get(row.place) ?? 0) >
            (placeInMirrored.get(next.place) ?? 0);
          if (areEqual) expect(row.place).toBeLessThan(next.place);
        }
      },
    ),
  );
});

test("the order does not depend on the order before, so it is a total one", () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ noNaN: true })),
      anyDirection,
      (values, direction) => {
        expect(sorted(values, "rate", direction)).toEqual(
          sorted([...values].sort(), "rate", direction),
        );
      },
    ),
  );
});

test("descending is ascending read backwards when no two values are equal", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer()), (values) => {
      expect(sorted(values, "number", "desc")).toEqual(
        sorted(values, "number").reverse(),
      );
    }),
  );
});
