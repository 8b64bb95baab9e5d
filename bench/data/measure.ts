import { epochDayOf, newYorkDay } from "~/domain/calendar";
import type { Budget, Chapter, MeasureChapter, Table } from "../chapter";
import { askedOf } from "./calls";
import { fillStore, type Filled } from "./fill-store";
import { GOALS } from "./goals";
import { openBenchStore } from "./open-bench-store";
import { timeCalls, type CallTimes, type Times } from "./time-calls";
import { nightRows, timeNight, type NightTimes } from "./time-night";
import { timeChanges, type ChangeTimes } from "./time-changes";
import { timeSignals, type SignalTimes } from "./time-signals";

const NOW = new Date("2026-06-15T12:00:00.000Z");
const NEXT_DAY = new Date("2026-06-16T12:00:00.000Z");
const TODAY = epochDayOf(newYorkDay(NOW));
const ASKED = askedOf(TODAY);
const DIALECTS = ["sqlite", "postgres"] as const;
const NAMES = { sqlite: "SQLite", postgres: "PostgreSQL" } as const;

/** Within which `/healthcheck` answers. */
const STALL_MS = 100;

/** Times of one database with one company in it. */
interface Measured {
  dialect: (typeof DIALECTS)[number];
  facilities: number;
  times: CallTimes[];
  changes: ChangeTimes;
  night: NightTimes;
  signals: SignalTimes;
}

/**
 * The data server's answers in this process, on invented companies of three years. `BENCH_FACILITIES=40,300,3000` sets
 * the sizes (3,000 takes a quarter of an hour), `BENCH_DATABASES=sqlite` leaves one out, `BENCH_DATABASE_URL` names a
 * PostgreSQL that may be used.
 */
export const measure: MeasureChapter = async (say) => {
  const sizes = (process.env.BENCH_FACILITIES ?? "40,300").split(",");
  const wanted = process.env.BENCH_DATABASES ?? DIALECTS.join(",");
  const measured: Measured[] = [];
  const filled: string[][] = [];
  for (const dialect of DIALECTS.filter((one) => wanted.includes(one))) {
    for (const facilities of sizes.map(Number)) {
      const store = await openBenchStore(dialect, say);
      if (!store) continue;
      try {
        const saying = (what: string) => say(`${NAMES[dialect]}, ${what}`);
        const startedAt = performance.now();
        const size = await fillStore(store.db, facilities, TODAY, saying);
        await store.settle();
        filled.push(filledRow(dialect, size, performance.now() - startedAt));
        saying("asking");
        const times = await timeCalls(store, NOW, ASKED, facilities);
        // Before the changes, which move stays as no census would.
        saying("importing a night");
        const night = await timeNight(store, NEXT_DAY);
        saying("changing");
        const changes = await timeChanges(store, TODAY);
        // After all else, which wants regions of ten.
        saying("signals of one region");
        const signals = await timeSignals(store, NEXT_DAY);
        measured.push({ dialect, facilities, times, changes, night, signals });
      } finally {
        await store.close();
      }
    }
  }
  return chapterOf(measured, filled);
};

function filledRow(
  dialect: Measured["dialect"],
  size: Filled,
  ms: number,
): string[] {
  return [
    NAMES[dialect],
    count(size.facilities),
    count(size.stays),
    count(size.totalRows),
    `${Math.round(ms / 1000)} s`,
  ];
}

function chapterOf(measured: Measured[], filled: string[][]): Chapter {
  const tables: Table[] = [
    {
      caption: "Companies of three years",
      columns: ["database", "facilities", "stays", "rows of totals", "made in"],
      rows: filled,
    },
    ...DIALECTS.flatMap((dialect) => tableOf(dialect, measured)),
  ];
  return { title: "Data server", tables, budgets: budgetsOf(measured) };
}

function tableOf(dialect: Measured["dialect"], all: Measured[]): Table[] {
  const measured = all.filter((one) => one.dialect === dialect);
  if (measured.length === 0) return [];
  return [
    {
      caption: `${NAMES[dialect]}: ms, median / p95, with nothing remembered; with another range each time; asked again`,
      columns: [
        "call",
        ...measured.flatMap(({ facilities }) => [
          `${count(facilities)}: first`,
          "new range",
          "again",
        ]),
      ],
      rows: ASKED.map(({ level, what }, at) => [
        `${level}: ${what}`,
        ...measured.flatMap(({ times }) => [
          inMs(times[at]?.first),
          inMs(times[at]?.newRange),
          inMs(times[at]?.again),
        ]),
      ]),
    },
    {
      caption: `${NAMES[dialect]}: changes`,
      columns: ["what", ...measured.map(({ facilities }) => count(facilities))],
      rows: [
        [
          "one stay, until the company shows it: ms, median / p95",
          ...measured.map(({ changes }) => inMs(changes.one)),
        ],
        [
          "half a percent of all stays",
          ...measured.map(({ changes: { many } }) => {
            const seconds = (many.ms / 1000).toFixed(1);
            return `${count(many.stays)} in ${seconds} s`;
          }),
        ],
        ...nightRows(measured.map(({ night }) => night)),
        [
          "signals of all in one region, the first time on a day: CPU, ms",
          ...measured.map(({ signals }) => inMs(signals.first)),
        ],
        [
          "the same after a change in one of them",
          ...measured.map(({ signals }) => inMs(signals.changed)),
        ],
      ],
    },
    {
      caption: `${NAMES[dialect]}: longest stall beside the calls of a level, ms`,
      columns: [
        "level",
        ...measured.map(({ facilities }) => count(facilities)),
      ],
      rows: [...new Set(ASKED.map(({ level }) => level))].map((level) => [
        level,
        ...measured.map((one) => longestStall(one, level).toFixed(0)),
      ]),
    },
  ];
}

function budgetsOf(all: Measured[]): Budget[] {
  return all.flatMap((measured) => [
    stallBudget(measured),
    ...goalsOf(measured),
  ]);
}

function goalsOf(measured: Measured): Budget[] {
  const goals = GOALS[measured.facilities];
  if (!goals) return [];
  const firstOf = (isMeant: (what: string) => boolean) =>
    Math.max(
      ...ASKED.flatMap(({ what }, at) =>
        isMeant(what) ? (measured.times[at]?.first.median ?? NaN) : [],
      ),
    );
  // Apart, so that it does not hide the others.
  const isMarks = (what: string) => what === "census marks";
  const newRange = (level: string, what: string) =>
    newRangeOf(measured, level, what);
  return [
    within(
      measured,
      "first answer of any other call",
      firstOf((what) => what !== "medical staff" && !isMarks(what)),
      goals.first,
    ),
    within(measured, "first census marks", firstOf(isMarks), goals.first),
    ...["metrics", "drill-down", "frailty"].map((what) =>
      within(
        measured,
        `company: ${what}, new range`,
        newRange("company", what),
        goals.figures,
      ),
    ),
    within(
      measured,
      "company: graphs, new range",
      newRange("company", "graphs"),
      goals.graphs,
    ),
    within(
      measured,
      "company: medical staff",
      newRange("company", "medical staff"),
      goals.medicalStaff,
    ),
    within(
      measured,
      "facility: page, new range",
      newRange("facility", "page"),
      goals.facilityPage,
    ),
    within(
      measured,
      "one stay changed, until the company shows it",
      measured.changes.one.median,
      goals.oneStay,
    ),
    ...(goals.night === null
      ? []
      : [within(measured, "a night's folder", measured.night.ms, goals.night)]),
    within(
      measured,
      `CPU of the signals of ${measured.signals.children} children, after a change`,
      measured.signals.changed.median,
      goals.signals,
    ),
    within(
      measured,
      "longest write beside its import",
      measured.night.beside.longest,
      STALL_MS,
    ),
  ];
}

function longestStall({ times }: Measured, level?: string): number {
  const stalls = times
    .filter((_, at) => level === undefined || ASKED[at]?.level === level)
    .map((one) => one.longestStall);
  return Math.max(...stalls);
}

function stallBudget(measured: Measured): Budget {
  const ms = longestStall(measured);
  return {
    what: `${NAMES[measured.dialect]}, ${count(measured.facilities)} facilities, longest stall of the process`,
    budget: `${STALL_MS} ms`,
    measured: `${ms.toFixed(0)} ms`,
    isMet: ms <= STALL_MS,
  };
}

function newRangeOf(measured: Measured, level: string, what: string): number {
  const at = ASKED.findIndex((one) => one.level === level && one.what === what);
  return measured.times[at]?.newRange?.median ?? NaN;
}

function within(
  { dialect, facilities }: Measured,
  what: string,
  ms: number,
  goal: number,
): Budget {
  return {
    what: `${NAMES[dialect]}, ${count(facilities)} facilities, ${what}`,
    budget: `${goal} ms`,
    measured: `${ms.toFixed(1)} ms`,
    isMet: ms <= goal,
  };
}

function inMs(times: Times | null | undefined): string {
  return times ? `${times.median.toFixed(1)} / ${times.p95.toFixed(1)}` : "";
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}
