import { describe, expect, test, vi } from "vitest";
import { searchResults, type SearchItem } from "./search";
import { LONGEST_SEARCH, searchText } from "./text";

const ITEMS: SearchItem[] = [
  { kind: "company", id: 0, label: "Company Overview" },
  { kind: "division", id: 1, label: "North" },
  { kind: "region", id: 11, label: "Coast" },
  { kind: "facility", id: 101, label: "Harbor Point" },
  { kind: "facility", id: 102, label: "Maison Élan", place: "Coast" },
  { kind: "report", id: "harbor", label: "Harbor Report" },
];

function found(text: string, items: readonly SearchItem[] = ITEMS) {
  return searchResults(items, text, true).map(({ heading, results }) => [
    heading,
    ...results.map(({ item, detail }) =>
      detail === null ? item.label : `${item.label} (${detail})`,
    ),
  ]);
}

const BROWSE_LIST = [
  ["Company", "Company Overview"],
  ["Divisions", "North"],
  ["Regions", "Coast"],
  ["Facilities", "Harbor Point", "Maison Élan (Coast)"],
  ["Reports", "Harbor Report"],
];

describe("the list", () => {
  test("for a text has locations with their category, then reports", () => {
    expect(found("harbor")).toEqual([
      ["Locations", "Harbor Point (Facility)"],
      ["Reports", "Harbor Report"],
    ]);
  });

  test("names each category, and where a place lies whose name is not its own", () => {
    expect(found("o")).toEqual([
      [
        "Locations",
        "Company Overview (Company)",
        "North (Division)",
        "Coast (Region)",
        "Harbor Point (Facility)",
        "Maison Élan (Facility, Coast)",
      ],
      ["Reports", "Harbor Report"],
    ]);
  });

  test("for a text that begins with 'today' has who is in house, and else never", () => {
    const mine: SearchItem[] = [
      { kind: "today", id: "physician/7", label: "My residents" },
      ...ITEMS,
    ];
    expect(found("today", mine)).toEqual([
      [
        "Today",
        ...["My residents", "Company Overview", "North", "Coast"],
        ...["Harbor Point", "Maison Élan (Coast)"],
      ],
    ]);
    expect(found("Today elan")).toEqual([["Today", "Maison Élan (Coast)"]]);
    expect(
      searchResults(ITEMS, "today harb", true)[0]?.results[0]?.item.id,
    ).toBe("facility/101");
    expect(found("residents", mine)).toEqual([]);
    expect(searchResults(mine, "today", false)).toEqual([]);
    expect(found("", mine)).toEqual(BROWSE_LIST);
  });

  test("for a text that begins with 'signals' has those of each place, but with an API host", () => {
    const again = (text: string, hasOwnPages: boolean) =>
      searchResults(ITEMS, text, hasOwnPages).flatMap(({ results }) =>
        results.map(({ item }) => item),
      );
    const coast = again("signals coast", true);
    expect(coast).toEqual([
      { kind: "signals", id: "region/11", label: "Coast" },
    ]);
    expect(found("signals coast", coast)).toEqual([["Signals", "Coast"]]);
    expect(again("Signals", true)).toHaveLength(5);
    expect(again("Signals", false)).toEqual([]);
    expect(again("targets coast", true)).toEqual([
      { kind: "targets", id: "region/11", label: "Coast" },
    ]);
  });

  test("for a text that begins with 'facilities' has those of each place that is made of some", () => {
    const of = searchResults(ITEMS, "facilities", true);
    expect(of.map(({ heading }) => heading)).toEqual(["Facilities"]);
    expect(of[0]?.results.map(({ item }) => item.id)).toEqual([
      "company/0",
      "division/1",
      "region/11",
    ]);
    expect(searchResults(ITEMS, "facilities", false)).toEqual([]);
  });

  test.each([
    ["  HARBOR   p", "Harbor Point (Facility)"],
    ["elan", "Maison Élan (Facility, Coast)"],
  ])(
    "for %j finds %s, whatever its case, blanks and accents",
    (text, place) => {
      expect(found(text)).toEqual([["Locations", place]]);
    },
  );

  test("takes nothing in a text for a pattern", () => {
    expect(found(".*")).toEqual([]);
    expect(found("(")).toEqual([]);
  });

  test("does not search the secondary label", () => {
    expect(found("facility")).toEqual([]);
  });

  test("of what a text has found is the same list again", () => {
    const items = searchResults(ITEMS, "harbor", true).flatMap(({ results }) =>
      results.map(({ item }) => item),
    );
    expect(found("harbor", items)).toEqual(found("harbor"));
  });
});

test("3,000 facilities are gone through once for a text, and never sorted", () => {
  const sort = vi.spyOn(Array.prototype, "sort");
  let reads = 0;
  const items = Array.from({ length: 3_000 }, (_, at): SearchItem => {
    const label = `Facility ${3_000 - at}`;
    return {
      kind: "facility",
      id: at,
      get label() {
        reads += 1;
        return label;
      },
    };
  });
  const [group] = searchResults(items, "facility", true);
  expect(reads).toBe(3_000);
  expect(sort).not.toHaveBeenCalled();
  expect(group?.results.map(({ item }) => item)).toEqual(items);
});

describe("the text that is searched for", () => {
  test.each([
    [null, ""],
    [undefined, ""],
    ["  a \n\t b  ", "a b"],
    ["a\u0000b", "a b"],
    ["x".repeat(LONGEST_SEARCH), "x".repeat(LONGEST_SEARCH)],
    ["x".repeat(LONGEST_SEARCH + 1), "x".repeat(LONGEST_SEARCH)],
    [`${"x".repeat(LONGEST_SEARCH - 1)} y`, "x".repeat(LONGEST_SEARCH - 1)],
    ["🏠".repeat(LONGEST_SEARCH + 1), "🏠".repeat(LONGEST_SEARCH)],
  ])("of %j is %j", (typed, text) => {
    expect(searchText(typed)).toBe(text);
  });
});
