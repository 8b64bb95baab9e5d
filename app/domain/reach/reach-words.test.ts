import { describe, expect, it } from "vitest";
import { reachNotes, throughDay, throughText } from "./reach-words";

const TODAY = "2026-06-15";

describe("a range that the data do not reach", () => {
  const one = { earliest: "2026-06-01", latest: "2026-06-01" };

  it("is said to count through the last complete day", () => {
    expect(throughDay(one, TODAY, TODAY)).toBe("2026-06-01");
    expect(throughText("2026-06-01")).toBe(" · through 06/01/2026");
    expect(reachNotes(one, TODAY, TODAY)).toEqual([
      "Counted through 06/01/2026: the data of later days are not complete yet.",
    ]);
  });

  it("says where it ends first, and where last, for facilities that differ", () => {
    const several = { earliest: "2026-05-20", latest: "2026-06-10" };
    expect(throughDay(several, TODAY, TODAY)).toBe("2026-05-20");
    expect(reachNotes(several, TODAY, TODAY)).toEqual([
      "Counted through 05/20/2026 at some facilities, and at others up to 06/10/2026.",
      "The data of later days are not complete yet.",
    ]);
    expect(reachNotes(several, "2026-05-31", TODAY)[0]).toBe(
      "Counted through 05/20/2026 at some facilities, and at others up to 05/31/2026.",
    );
  });

  it("names facilities whose data have never been complete, whatever the range", () => {
    const some = { earliest: null, latest: "2026-06-01" };
    const never =
      "Some facilities have never had complete data, so they count nothing.";
    expect(reachNotes(some, "2026-05-01", TODAY)).toEqual([never]);
    expect(throughDay(some, TODAY, TODAY)).toBe("2026-06-01");
    expect(reachNotes(some, TODAY, TODAY)).toEqual([
      never,
      "Counted through 06/01/2026: the data of later days are not complete yet.",
    ]);
  });
});

it.each([
  ["ends with the reach", "2026-06-01", "2026-06-01"],
  ["ends before it", "2026-05-31", "2026-06-01"],
  ["goes beyond today, which the data reach", "2026-12-31", TODAY],
])("nothing is said of a range that %s", (_, endDate, latest) => {
  const reach = { earliest: latest, latest };
  expect(throughDay(reach, endDate, TODAY)).toBeNull();
  expect(throughText(null)).toBe("");
  expect(reachNotes(reach, endDate, TODAY)).toEqual([]);
});

it("nothing is said where the host does not tell the reach", () => {
  expect(throughDay(null, TODAY, TODAY)).toBeNull();
  expect(reachNotes(null, TODAY, TODAY)).toEqual([]);
});
