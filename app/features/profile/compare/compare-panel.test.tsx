import { describe, expect, test } from "vitest";
import type { RateTag } from "~/domain/graphs/rate-graphs";
import { all, textOf, textsOf } from "../../../../tests/pages/support/document";
import {
  cellsOf,
  drawnPage,
  hrefsOf,
} from "../../../../tests/pages/support/drawn-page";
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
  test("says who stands out, the mean, and who could not be judged", async () => {
    const page = await show(CHILDREN);
    const text = textOf(page.body);
    expect(text).toContain(
      "Elm House is above the upper limit. The other 3 are within their limits.",
    );
    expect(text).toContain(
      "Mean of all: 30.10% (returns to hospital: 121, admissions from hospital: 402).",
    );
    expect(text).toContain("1 has fewer than 20 admissions from hospital");
    expect(text).toContain("The figures of 1 are missing");
    expect(hrefsOf(page)["Try again"]).toBe("/region-profile/2?compare=rth");
  });

  test("that has come with the page is not said again", async () => {
    expect(textsOf(await show(CHILDREN), "#panel > div > [aria-live]")).toEqual(
      [""],
    );
  });

  test("lists everybody by rate, with own limits and a verdict in words", async () => {
    const rows = all(await show(CHILDREN), "tbody tr").map(cellsOf);
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

  test("of places that differ by more than chance says so", async () => {
    const differing = Array.from({ length: 12 }, (_, index): Child => [
      index + 1,
      `House ${index}`,
      index % 2 ? 60 : 20,
      200,
    ]);
    const page = await show(differing);
    expect(textOf(page.body)).toContain(
      "The facilities differ by more than chance (standard deviation",
    );
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

  test("has no picture where nobody can be judged", async () => {
    const page = await show([
      [3, "Maple Court", 1, 10],
      [4, "Oak House", 2, 10],
    ]);
    expect(page.querySelector("[role=img]")).toBeNull();
    expect(textOf(page.body)).toContain("None has enough admissions");
    expect(all(page, "th[scope=row]")).toHaveLength(2);
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

  test("names the stays without a physician, within the facility", async () => {
    const page = await show(
      [
        [1_000_000_001, "Gray, Gina, MD", 10, 50],
        [0, null, 9, 50],
      ],
      { level: "facility", id: 12 },
    );
    expect(hrefsOf(page)["Patients without primary care physician"]).toBe(
      "/physician-profile/0?facility-id=12",
    );
  });
});
