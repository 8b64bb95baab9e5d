import { describe, expect, test } from "vitest";
import { firstMonthOf } from "~/domain/graphs/chart-phases";
import type { GraphsView, ProfileView } from "../profile-view";
import { testRthLine, testGraphsView } from "../testing/graphs-view";
import { testProfileView } from "../testing/profile-view";
import { all, textOf, textsOf } from "../../../../tests/pages/support/document";
import {
  cellsOf,
  drawn,
  drawnPage,
  regionOf,
} from "../../../../tests/pages/support/drawn-page";
import { GraphPicture, scaleOfPicture } from "./graph-figure";
import { GraphGaps, GraphPanel } from "./graph-panel";
import { readGraph } from "./graph-reading";

async function show(more: Partial<ProfileView>) {
  const view = testProfileView(more);
  const page = await drawnPage(
    <GraphPanel view={view} tag="rth_30" closeHref="/region-profile/2" />,
  );
  const panel = regionOf(page, "30 Day RTH open");
  const tables = all(panel, "table").map((table) => ({
    title: textOf(table.querySelector("caption")),
    rows: all(table, "tr").map(cellsOf),
  }));
  return { words: textOf(panel), tables };
}

const RATES = Array.from({ length: 18 }, (_, index) => (index === 6 ? 50 : 20));
const DATA = {
  state: "data",
  data: testRthLine({ rates: RATES }),
} as const;

test("the fullscreen graph has its figures month by month, with how each stands to its limits in words", async () => {
  const { tables } = await show({ monthly: ["rth_30"], graphs: DATA });
  const [head, ...rows] = tables[0]?.rows ?? [];
  expect(head).toEqual([
    "Month",
    "Outside limits",
    "Rate",
    "Returns to hospital",
    "Admissions from hospital",
    "Mean",
    "Lower limit",
    "Upper limit",
    "Pattern",
  ]);
  expect(rows).toHaveLength(18);
  expect(rows[6]).toEqual([
    "April 2025",
    "Above upper limit",
    "50.00%",
    "25",
    "50",
    "21.67%",
    "4.19%",
    "39.15%",
    "None",
  ]);
  expect(rows[7]?.[1]).toBe("No");
  expect(rows[17]?.[8]).toBe("Shift");
});

test("an axis of percent ends at 100 with scripts and without", async () => {
  const rates = RATES.map((_, at) => (at === 12 ? 100 : null));
  const reading = readGraph(testRthLine({ rates }), ["rth_30"], "rth_30");
  expect(scaleOfPicture(reading).ticks).toEqual([0, 50, 100]);
  const page = await drawn(<GraphPicture reading={reading} size="full" />);
  expect(textsOf(page, ".ticks text")).toEqual(["0%", "50%", "100%"]);
});

describe("a graph of rare events", () => {
  // One of 20 admissions in each month, and two in a row in the last.
  const denominators = Array.from({ length: 18 }, () => 20);
  const at = Array.from(
    { length: 18 },
    (_, month) => month * 20 + 9 + (month % 4),
  );
  const data = {
    ...testRthLine({
      rates: denominators.map((_, month) => (month === 17 ? 10 : 5)),
      denominators,
    }),
    events: {
      rth_30: {
        days: Array<string>(19).fill("2026-03-14"),
        months: [...at.map((_, month) => month), 17],
        counted: [...at, 360],
      },
    },
  };
  const rare = {
    monthly: ["rth_30"],
    graphs: { state: "data", data },
  } as const;

  test("has no limits by month, says what is judged, and has the gaps in a table", async () => {
    const { words, tables } = await show({ ...rare, monthly: ["rth_30"] });
    expect(words).toContain(
      "Few events are expected (1.1 a month), so the admissions from hospital between them are judged (g chart).",
    );
    const [months, gaps] = tables;
    expect(months?.title).toBe("30 Day RTH, month by month");
    const [, first] = months?.rows ?? [];
    expect(first?.slice(0, 2)).toEqual(["October 2024", "No"]);
    expect(first?.slice(6, 8)).toEqual(["None", "None"]);
    expect(gaps?.title).toBe("Between returns to hospital");
    const [head, ...rows] = gaps?.rows ?? [];
    expect(head).toEqual([
      "Event on",
      "Outside limits",
      "Admissions from hospital since the one before",
    ]);
    expect(rows).toHaveLength(18);
    expect(rows[0]).toEqual(["03/14/2026", "No", "21"]);
    expect(words).toContain(
      "Usual gap: 21 admissions from hospital, limits 1 to",
    );
  });
});

/** An event in the middle of each of the 18 months to March 2026. */
const EVENTS = {
  days: Array.from({ length: 18 }, () => "2026-03-01" as const),
  months: Array.from({ length: 18 }, (_, month) => month),
  counted: Array.from({ length: 18 }, (_, month) => 3_000 * month + 1_500),
};

const LINE = {
  rates: Array.from({ length: 18 }, () => 1 / 3),
  denominators: Array.from({ length: 18 }, () => 3_000),
};

function gapsOf(more: Partial<GraphsView> = {}) {
  const view = { ...testGraphsView(), ...more };
  view.lines.hosp_1000 = { rolling: LINE, mom: LINE };
  view.events = { hosp_1000: EVENTS };
  const reading = readGraph(view, ["hosp_1000"], "hosp_1000");
  return drawn(<GraphGaps reading={reading} />);
}

/** The graph with a phase that begins in this month. */
function gapsOfPhase(from: `${number}-${number}-01`) {
  const phase = {
    kind: "phase" as const,
    measures: ["hosp_1000" as const],
    from,
    to: null,
    text: "New doctor",
  };
  const first = firstMonthOf(18, "2026-03-31");
  return gapsOf({ notes: { first, events: [], phases: [phase] } });
}

test("each phase has its gaps under its name, the newest first", async () => {
  const page = await gapsOfPhase("2025-08-01");
  expect(textsOf(page, "h4")).toEqual([
    "Phase from August 2025",
    "Before August 2025",
  ]);
  const tables = all(page, "table");
  expect(
    tables.map((table) => table.querySelectorAll("th[scope=row]").length),
  ).toEqual([7, 9]);
  const names = all(page, "[role=region]").map((region) =>
    region.getAttribute("aria-label"),
  );
  expect(names).toEqual([
    "Between hospitalizations, Phase from August 2025",
    "Between hospitalizations, Before August 2025",
  ]);
  const text = textOf(page.body);
  expect(text).toContain("Since the last event: 1,500 long-stay days.");
  expect(text).toContain(
    "From the last event to the end of the phase: 1,500 long-stay days.",
  );
});

test("the gaps of a phase that is too young for limits are told without any", async () => {
  const [newest] = all(await gapsOfPhase("2026-01-01"), "table");
  const rows = newest ? all(newest, "tbody tr").map(cellsOf) : [];
  expect(rows).toHaveLength(2);
  for (const cells of rows) expect(cells.join()).toContain("No limits");
});
