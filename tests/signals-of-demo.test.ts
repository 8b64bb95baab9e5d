import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { getGraphs, GRAPH_MONTHS, type Graphs } from "~/contract/graphs";
import type { IsoDay } from "~/domain/calendar";
import { RATE_MEASURES } from "~/domain/figures/rate-measures";
import { monthNames } from "~/domain/graphs/graph-words";
import { wholeMonthCount } from "~/domain/graphs/whole-months";
import { childLevelOf, type Level } from "~/domain/places/hierarchy";
import {
  SIGNAL_LEVELS,
  type SignalLevel,
} from "~/features/signals/rules/own-places";
import { unusualText } from "~/features/signals/rules/words";
import { readSeries, type Variation } from "~/features/signals/rules/variation";
import { readGraph } from "~/features/profile/graphs/graph-reading";
import { graphsView } from "~/features/profile/graphs/graphs-view";
import {
  notesOfGraphs,
  type PageNotes,
} from "~/features/profile/load/load-chart-notes.server";
import { listChartNotes } from "~server/chart-events/service";
import { NO_PROGRESS } from "~server/command-line/progress";
import { ensureDemo } from "~server/demo/ensure-demo";
import { apiOn, type TestApi } from "~server/testing/open-test-api";
import { openTestStore } from "~server/testing/open-test-store";
import { isAtLength } from "~server/testing/property-runs";
import { listSignals, type SignalCells } from "~server/signals/service";

// A limit against hanging: the demo takes seconds, and longer beside other work.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

/** The clock of the test API. */
const NOW = new Date("2026-06-15T12:00:00.000Z");

let api: TestApi;
let token: string;

beforeAll(async () => {
  const store = await openTestStore("sqlite");
  api = apiOn(store);
  const made = { wanted: true, progress: NO_PROGRESS, siteName: "Sojourn" };
  expect(await ensureDemo({ store, now: NOW, ...made })).toBe("made");
  ({ token } = await api.signIn({ accessLevel: "company" }));
});
afterAll(() => api.close());

async function ask(path: string): Promise<unknown> {
  const response = await api.get(path, token);
  if (response.status === 204) return null;
  expect([path, response.status]).toEqual([path, 200]);
  return response.json();
}

type Cells = Record<
  string,
  Omit<
    SignalCells["rth_30"],
    "denominator" | "unusual" | "judged" | "limits"
  > & {
    /** As a card says it, where any month is. */
    unusual: string | null;
  }
>;

/** What the chart page of a place or physician says of the newest judged months, by its own calls and judgement. */
async function chartsOf(
  path: string,
  endDate: IsoDay,
  query: string,
): Promise<Cells> {
  const body = await ask(`/api/new_graphs/${path}/${endDate}/?${query}`);
  const answer = body === null ? null : getGraphs.answer.parse(body);
  const notes = answer === null ? null : await notesOf(path);
  return Object.fromEntries(
    RATE_MEASURES.map(({ graph }) => [
      graph,
      answer
        ? chartOf(
            answer.data,
            graph,
            {
              endDate,
              reach:
                answer.data_through?.earliest ??
                answer.data_through?.latest ??
                null,
            },
            notes &&
              notesOfGraphs(
                notes,
                placeOf(path),
                answer.data.months.length,
                endDate,
              ),
          )
        : {
            ...{ value: null, month: null, variation: "too_few" as const },
            months: [],
            unusual: null,
          },
    ]),
  );
}

function placeOf(path: string): { level: Level; id: number } {
  const [level, id] = path.split("/");
  return { level: level as Level, id: Number(id) };
}

/** What is written on the charts of a place; null for a physician. */
async function notesOf(path: string): Promise<PageNotes | null> {
  const { level, id } = placeOf(path);
  if (level === "physician") return null;
  const input = { place: { level, id }, ended: false };
  const { answer } = await api.ask(token, listChartNotes, input);
  return { state: "data", notes: answer?.notes ?? [] };
}

function chartOf(
  graphs: Graphs,
  graph: keyof SignalCells,
  { endDate, reach }: { endDate: IsoDay; reach: IsoDay | null },
  written: Parameters<typeof graphsView>[2] | null,
): Cells[string] {
  const known = { filters: { endDate }, silentSince: null };
  const view = graphsView(graphs, known, written ?? {});
  const reading = readGraph(view, [graph], graph);
  const { measure, line, months, chart } = reading;
  const whole = wholeMonthCount(measure, months.length, endDate, reach);
  const read = readSeries(measure, reading, line, whole);
  const { latest, variation, indexes } = read;
  const verdict = view.verdicts[graph].mom;
  return {
    value: latest === null ? null : (chart.points[latest]?.value ?? null),
    month: latest === null ? null : (months[latest] ?? null),
    variation,
    months: indexes.map((at) => months[at] ?? ""),
    unusual: verdict.hasUnusual ? verdict.unusual : null,
  };
}

/** Cells with their months as a chart names them. */
function named(cells: SignalCells): Cells {
  return Object.fromEntries(
    Object.entries(cells).map(
      ([graph, { value, month, variation, months, unusual, judged }]) => [
        graph,
        {
          value,
          month: month && nameOf(month),
          variation,
          months: months.map(nameOf),
          unusual:
            unusual > 0 ? unusualText(unusual, judged, GRAPH_MONTHS) : null,
        },
      ],
    ),
  );
}

function nameOf(month: string): string {
  const date = new Date(`${month}-15T12:00:00Z`);
  const short = date.toLocaleString("en-US", { month: "short" });
  return monthNames([short], [date.getUTCFullYear()])[0] ?? "";
}

/** Compares the cells of a place, and of all below it, with their own charts. */
async function compare(
  level: SignalLevel,
  id: number,
  { endDate, isnp }: { endDate: IsoDay; isnp: boolean },
  found: Set<Variation>,
): Promise<void> {
  const path = `${level}/${id}`;
  const query = `isnp=${isnp}`;
  const input = { place: { level, id }, endDate, isnp };
  const { answer } = await api.ask(token, listSignals, input);
  if (answer === null) return;
  const { own, rows } = answer.data;
  expect([path, named(own)]).toEqual([
    path,
    await chartsOf(path, endDate, query),
  ]);
  const child = childLevelOf(level) as Level;
  for (const row of rows) {
    const its = `${child}/${row.id}`;
    const narrowed =
      level === "facility" ? `${query}&facility_id=${id}` : query;
    const charts = await chartsOf(its, endDate, narrowed);
    expect([path, its, named(row.signals)]).toEqual([path, its, charts]);
    for (const { variation } of Object.values(row.signals)) {
      found.add(variation);
    }
    const below = SIGNAL_LEVELS.find((one) => one === child);
    if (below) await compare(below, row.id, { endDate, isnp }, found);
  }
}

describe("every cell of the demo's signals says what the chart that it leads to says", () => {
  const found = new Set<Variation>();

  const OTHER_DAYS = [
    ["2026-03-31", false],
    ["2025-12-31", false],
    ["2025-09-10", false],
  ] as const;

  test.each([
    ["2026-06-15", false],
    ["2026-06-15", true],
    ...(isAtLength ? OTHER_DAYS : []),
  ] as const)("up to %s, of ISNP alone: %s", async (endDate, isnp) => {
    await compare("company", 0, { endDate, isnp }, found);
  });

  test("phases among them", async () => {
    const rows = await api.deps.store.db
      .selectFrom("chart_notes")
      .where("kind", "=", "phase")
      .select("kind")
      .execute();
    expect(rows.length).toBeGreaterThan(0);
  });

  test("and there are cells of every kind but one, which is rare", () => {
    expect(found.size).toBeGreaterThan(isAtLength ? 4 : 3);
  });
});
