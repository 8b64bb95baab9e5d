import { isoDayOf } from "~/domain/calendar";
import type { EpochDay } from "~/domain/calendar";
import type { Level } from "~/domain/places/hierarchy";
import { listMarked } from "~server/data-quality/service";
import { listChanges } from "~server/changes/service";
import { findResidents } from "~server/residents/service";
import { listReviews } from "~server/reviews/service";
import { listSignals } from "~server/signals/service";
import { listToday, listTodayByFacility } from "~server/today/service";
import { countTransfers } from "~server/transfers/service";
import type { BenchApi } from "./bench-api";
import { npiOf } from "./census";

/** A call, or calls that a page makes together, as a function of the range's last day. */
export interface Asked {
  what: string;
  level: Level;
  /** `back`: by how many days the range lies before the year to today. */
  questions(back: number): Question[];
  /** False for what no range is asked of. */
  hasRange: boolean;
}

const YEAR = 365;
const FACILITY = 1;
const IDS: Record<Level, number> = {
  company: 0,
  division: 1,
  region: 1,
  facility: FACILITY,
  physician: npiOf(FACILITY, 0),
};

type Question = (api: BenchApi) => Promise<unknown>;
type Call = (level: Level, from: string, to: string) => Question;

const called =
  (pathOf: (...of: Parameters<Call>) => string): Call =>
  (...of) =>
  ({ ask }) =>
    ask(pathOf(...of));

const ranged = (noun: string, query = "") =>
  called(
    (level, from, to) =>
      `/api/${noun}/${level}/${IDS[level]}/${from}/${to}/${query}`,
  );

const CALLS = {
  metrics: ranged("metrics"),
  "drill-down": ranged("summary"),
  patients: ranged("summary"),
  "medical staff": ranged("medicalstaff"),
  frailty: ranged("frailty"),
  graphs: called(
    (level, _from, to) => `/api/new_graphs/${level}/${IDS[level]}/${to}/`,
  ),
  signals:
    (level, _from, endDate) =>
    ({ askService }) => {
      if (level === "physician") throw new Error("they have no signals");
      const place = { level, id: IDS[level] };
      return askService(listSignals, { place, endDate });
    },
  "quality score": called(
    (level) => `/api/qmcalculator/${level}/${IDS[level]}/`,
  ),
  "census marks":
    (level) =>
    ({ askService }) => {
      if (level === "physician") throw new Error("they have no marks");
      const place = { level, id: IDS[level] };
      return askService(listMarked, { place, isnp: false });
    },
  transfers:
    (level, startDate, endDate) =>
    ({ askService }) =>
      askService(countTransfers, {
        ...{ level, id: IDS[level], startDate, endDate },
        isnp: false,
      }),
  reviews:
    (level) =>
    ({ askService }) =>
      askService(listReviews, {
        ...{ place: { level, id: IDS[level] }, page: 0 },
        list: "open",
      }),
  today:
    (level) =>
    ({ askService }) =>
      level === "facility" || level === "physician"
        ? askService(listToday, { level, id: IDS[level], file: false })
        : askService(listTodayByFacility, { level, id: IDS[level] }),
  changes:
    (level) =>
    ({ askService }) => {
      if (level === "facility" || level === "physician") {
        throw new Error("they have no changes");
      }
      const place = { level, id: IDS[level] };
      return askService(listChanges, { place });
    },
  search:
    () =>
    ({ askService }) =>
      askService(findResidents, { text: "brin" }),
} satisfies Record<string, Call>;

type Name = keyof typeof CALLS;

const LISTS = ["reviews", "today", "changes", "search"] as const;

const PLACES: readonly Name[] = [
  "metrics",
  "drill-down",
  "graphs",
  "signals",
  "frailty",
  "quality score",
  "census marks",
  "medical staff",
  "transfers",
  ...LISTS,
];

/** What has no range is asked once for each state of the data. */
const RANGELESS: readonly Name[] = ["quality score", "census marks", ...LISTS];

/** What is not part of a profile. */
const OWN_PAGES: readonly Name[] = ["signals", "transfers", ...LISTS];

const OF_LEVEL: Record<Level, readonly Name[]> = {
  company: PLACES,
  division: PLACES,
  region: PLACES,
  facility: PLACES.filter(
    (name) => name !== "drill-down" && name !== "changes",
  ),
  physician: [
    ...(["metrics", "patients", "graphs", "frailty"] as const),
    ...(["quality score", "transfers", "reviews", "today", "search"] as const),
  ],
};

const LEVELS: readonly Level[] = [
  "company",
  "division",
  "region",
  "facility",
  "physician",
];

/** Each call at each level, and the calls of a profile page together, in the order in which they are shown. */
export function askedOf(today: EpochDay): Asked[] {
  return LEVELS.flatMap((level) => {
    const names = OF_LEVEL[level];
    const questions = (some: readonly Name[]) => (back: number) => {
      const to = today - back;
      const days = [isoDayOf(to - YEAR), isoDayOf(to)] as const;
      return some.map((name) => CALLS[name](level, ...days));
    };
    const single = names.map((name) => ({
      what: name,
      level,
      questions: questions([name]),
      hasRange: !RANGELESS.includes(name),
    }));
    const page = names.filter(
      (name) =>
        !OWN_PAGES.includes(name) &&
        // A page waits for its marks for a moment only.
        name !== "census marks" &&
        (level === "facility" || name !== "medical staff"),
    );
    return [
      ...single,
      { what: "page", level, questions: questions(page), hasRange: true },
    ];
  });
}
