import { describe, expect, test } from "vitest";
import type { RateTag } from "~/domain/graphs/rate-graphs";
import { all, textOf, textsOf } from "../../../../tests/pages/support/document";
import { cellsOf, drawnPage } from "../../../../tests/pages/support/drawn-page";
import { ComparePanel } from "./compare-panel";
import type { CompareView, ProfileView } from "../profile-view";
import { testProfileView } from "../testing/profile-view";

type Child = [
  id: number,
  name: string | null,
  events: number | null,
  of: number | null,
];

/** Four that are alike, one far above, one too small, one unknown. */
const CHILDREN: Child[] = [
  [3, "Maple Court", 20, 100],
  [4, "Oak House", 19, 100],
  [5, "Elm House", 60, 100],
  [6, "Ash House", 1, 2],
  [7, "Fir House", null, null],
  [8, "Yew House", 21, 100],
];

const NOTHING = { events: [], denominators: [] };

function comparing(children: Child[], tag: RateTag = "rth"): CompareView {
  return {
    children: children.map(([id, name]) => ({ id, name })),
    counts: {
      rth: NOTHING,
      ed: NOTHING,
      h_1000: NOTHING,
      ed_1000: NOTHING,
      adm_1000: NOTHING,
      [tag]: {
        events: children.map(([, , events]) => events),
        denominators: children.map(([, , , of]) => of),
      },
    },
    awaited: children.some(([, , , of]) => of === 0)
      ? children.filter(([, , , of]) => of === 0).map(([id]) => id)
      : null,
  };
}

function show(
  children: Child[],
  { tag = "rth", ...more }: Partial<ProfileView> & { tag?: RateTag } = {},
) {
  const compare = { state: "data", data: comparing(children, tag) } as const;
  const view = testProfileView({ compare, ...more });
  return drawnPage(
    <ComparePanel view={view} tag={tag} closeHref="/region-profile/2" />,
  );
}

describe("a comparison", () => {
  test("lists everybody by rate, with own limits and a verdict in words", async () => {
    const page = await show(CHILDREN);
    const said = textOf(page.querySelector("#panel"));
    expect(said).toContain("1 has fewer than 20 admissions from hospital");
    expect(said).toContain("The figures of 1 are missing. It is left out.");
    const rows = all(page, "tbody tr").map(cellsOf);
    // Limits at 100 admissions: 30.10 ± 3 × sqrt(30.10 × 69.90 / 100).
    expect(rows).toEqual([
      [
        "Elm House",
        "60.00%",
        "Above the upper limit",
        "16.34%",
        "43.86%",
        "60",
        "100",
      ],
      ["Yew House", "21.00%", "Within limits", "16.34%", "43.86%", "21", "100"],
      [
        "Maple Court",
        "20.00%",
        "Within limits",
        "16.34%",
        "43.86%",
        "20",
        "100",
      ],
      ["Oak House", "19.00%", "Within limits", "16.34%", "43.86%", "19", "100"],
      ["Ash House", "50.00%", "Too few to judge", "None", "None", "1", "2"],
      ["Fir House", "Unknown", "Unknown", "None", "None", "Unknown", "Unknown"],
    ]);
  });

  test("draws one mark for each that is judged, and names the one outside", async () => {
    const page = await show(CHILDREN);
    const picture = page.querySelector(
      "[role=img][aria-label='Compare facilities: 30 Day RTH, funnel plot']",
    );
    expect(picture?.querySelectorAll("circle")).toHaveLength(3);
    expect(textsOf(page, "[role=img] .violation text")).toEqual(["Elm House"]);
  });

  test("says 'Not yet' of a rate whose admissions are not settled, and of none per 1,000", async () => {
    const children: Child[] = [
      [3, "Maple Court", 20, 100],
      [4, "Oak House", 0, 0],
    ];
    const rateOf = async (tag: RateTag) =>
      all(await show(children, { tag }), "tbody tr").map(
        (row) => cellsOf(row)[1],
      );
    expect(await rateOf("rth")).toEqual(["20.00%", "Not yet"]);
    expect((await rateOf("h_1000"))[1]).toBe("Unknown");
  });

  test("changes the rate by links of which one is current, and keeps the filters", async () => {
    const page = await show(CHILDREN, {
      tag: "adm_1000",
      carried: { isnp: true },
    });
    expect(
      all(page, "nav[aria-label=Measure] a").map((link) => [
        textOf(link),
        link.getAttribute("href"),
        link.getAttribute("aria-current"),
      ]),
    ).toEqual(
      [
        ["30 Day RTH", "rth", null],
        ["30 Day OP Ed Visits", "ed", null],
        ["Hosp/1000 Days of Care", "h_1000", null],
        ["ED/1000 Days of Care", "ed_1000", null],
        ["ADM/1000 LT Pt. Months", "adm_1000", "true"],
      ].map(([title, tag, current]) => [
        title,
        `/region-profile/2?isnp=true&compare=${tag}#panel`,
        current,
      ]),
    );
  });
});
