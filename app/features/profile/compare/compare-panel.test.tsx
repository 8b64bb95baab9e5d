// @vitest-environment happy-dom
import { useLoaderData } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import type { RateTag } from "~/domain/graphs/rate-graphs";
import { ComparePanel } from "./compare-panel";
import type { CompareView, ProfileView } from "../profile-view";
import { testProfileView } from "../testing/profile-view";

afterEach(cleanup);

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
  };
}

/** A panel that opens with `compare`, and has `loaded` from its first answer on. */
function show(
  compare: ProfileView["compare"],
  {
    tag = "rth",
    loaded = compare,
    ...more
  }: Partial<ProfileView> & {
    tag?: RateTag;
    loaded?: ProfileView["compare"];
  } = {},
) {
  const loads: number[] = [];
  const Page = createRemixStub([
    {
      path: "/",
      loader: () => {
        loads.push(1);
        return loaded;
      },
      Component: () => (
        <ComparePanel
          view={testProfileView({
            compare: useLoaderData<ProfileView["compare"]>(),
            ...more,
          })}
          tag={tag}
          closeHref="/region-profile/2"
        />
      ),
    },
  ]);
  render(
    <Page
      initialEntries={[`/?compare=${tag}`]}
      hydrationData={{ loaderData: { "0": compare } }}
    />,
  );
  return { loads, dialog: screen.getByRole("dialog") };
}

const dataOf = (children: Child[], tag?: RateTag) =>
  ({ state: "data", data: comparing(children, tag) }) as const;

function rowsOf(dialog: HTMLElement): string[][] {
  return within(dialog)
    .getAllByRole("row")
    .map((row) =>
      [...row.querySelectorAll("th, td")].map((cell) => cell.textContent ?? ""),
    );
}

describe("a comparison", () => {
  test("says who stands out, the mean, and who could not be judged", () => {
    const { dialog } = show(dataOf(CHILDREN));
    const text = dialog.textContent ?? "";
    expect(text).toContain(
      "Elm House is above the upper limit. The other 3 are within their limits.",
    );
    expect(text).toContain(
      "Mean of all: 30.10% (returns to hospital: 121, admissions from hospital: 402).",
    );
    expect(text).toContain("1 has fewer than 20 admissions from hospital");
    expect(text).toContain("The figures of 1 are missing");
    expect(
      within(dialog)
        .getByRole("link", { name: "Try again" })
        .getAttribute("href"),
    ).toBe("/region-profile/2?compare=rth");
  });

  test("lists everybody by rate, with own limits and a verdict in words", () => {
    const { dialog } = show(dataOf(CHILDREN));
    const [, ...rows] = rowsOf(dialog);
    // Limits at 100 admissions: 30.10 ± 3 × sqrt(30.10 × 69.90 / 100).
    expect(rows.slice(-6)).toEqual([
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

  test("of places that differ by more than chance says so, and leads to the limits of chance", () => {
    const differing = Array.from({ length: 12 }, (_, index): Child => [
      index + 1,
      `House ${index}`,
      index % 2 ? 60 : 20,
      200,
    ]);
    const { dialog } = show(dataOf(differing));
    expect(dialog.textContent).toContain(
      "The facilities differ by more than chance (standard deviation",
    );
    expect(
      within(dialog)
        .getByRole("link", { name: "Show the limits of chance alone" })
        .getAttribute("href"),
    ).toBe("/region-profile/2?limits=plain&compare=rth");
    cleanup();
    const plain = show(dataOf(differing), { hasPlainLimits: true }).dialog;
    expect(plain.textContent).not.toContain("by more than chance");
    expect(
      within(plain).getByRole("link", { name: "Back to the usual limits" }),
    ).toBeTruthy();
  });

  test("draws one mark for each that is judged, and names the one outside", () => {
    show(dataOf(CHILDREN));
    const picture = screen.getByRole("img", {
      name: "Compare facilities: 30 Day RTH, funnel plot",
    });
    expect(picture.querySelectorAll("circle")).toHaveLength(3);
    expect(
      [...picture.querySelectorAll(".violation")].map(
        (mark) => mark.querySelector("text")?.textContent,
      ),
    ).toEqual(["Elm House"]);
  });

  test("has no picture where nobody can be judged", () => {
    const { dialog } = show(
      dataOf([
        [3, "Maple Court", 1, 10],
        [4, "Oak House", 2, 10],
      ]),
    );
    expect(screen.queryByRole("img")).toBeNull();
    expect(dialog.textContent).toContain("None has enough admissions");
    expect(screen.getAllByRole("rowheader")).toHaveLength(2);
  });

  test("changes the rate by links of which one is current, and keeps the filters", () => {
    show(dataOf(CHILDREN, "adm_1000"), {
      tag: "adm_1000",
      carried: { isnp: true },
    });
    const links = within(
      screen.getByRole("navigation", { name: "Measure" }),
    ).getAllByRole("link");
    expect(
      links.map((link) => [
        link.textContent,
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
        `/region-profile/2?isnp=true&compare=${tag}`,
        current,
      ]),
    );
  });

  test("names the stays without a physician, within the facility", () => {
    show(
      dataOf([
        [1_000_000_001, "Gray, Gina, MD", 10, 50],
        [0, null, 9, 50],
      ]),
      { level: "facility", id: 12 },
    );
    expect(
      screen
        .getByRole("link", { name: "Patients without primary care physician" })
        .getAttribute("href"),
    ).toBe("/physician-profile/0?facility-id=12");
  });
});

describe("without a comparison", () => {
  test("the panel waits, asks for the figures once, and says what they show", async () => {
    const { loads, dialog } = show(null, { loaded: dataOf(CHILDREN) });
    const status = dialog.querySelector("[aria-live=polite]");
    expect(status?.textContent).toBe("Loading");
    await within(dialog).findByRole("table");
    // The same element: what is put into the page with its words is not said.
    expect(dialog.querySelector("[aria-live=polite]")).toBe(status);
    expect(status?.textContent).toContain(
      "Elm House is above the upper limit.",
    );
    await new Promise((done) => setTimeout(done, 20));
    expect(loads).toHaveLength(1);
  });

  test("that has come with the page nothing is said twice", () => {
    const { dialog } = show(dataOf(CHILDREN));
    expect(dialog.querySelector("[aria-live=polite]")?.textContent).toBe("");
  });

  test("that is there nothing is asked for", async () => {
    const { loads } = show(dataOf(CHILDREN));
    await new Promise((done) => setTimeout(done, 20));
    expect(loads).toEqual([]);
  });
});
