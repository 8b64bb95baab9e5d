import type { FiguresCheck } from "./check-figures";
import {
  CHECKED,
  countOf,
  sumOf,
  type Checked,
  type DifferingRows,
  type PlaceDifference,
} from "./differences";

/** Places that are listed at the terminal; the JSON has all. */
const LISTED_PLACES = 40;

const WORDS: Record<Checked, string> = {
  stays: "of stays",
  transfers: "of transfers",
  totals: "of totals",
  absences: "of absences",
  physicianDays: "of physicians' days",
  physicianHistories: "of physicians' histories",
};

const LEVELS: Record<PlaceDifference["level"], string> = {
  company: "The company",
  division: "Division",
  region: "Region",
  facility: "Facility",
};

const NUMBERS = new Intl.NumberFormat("en-US");

/** What a person at the terminal is told: where rows differ, how many, and what to do. */
export function describeCheck({ patients, places }: FiguresCheck): string[] {
  if (places.length === 0) {
    return [
      patients === 0
        ? "The database holds no census yet. Nothing differs."
        : `All figures agree with the stays and transfers of ${counted(patients, "patient")}.`,
    ];
  }
  const more = places.length - LISTED_PLACES;
  return [
    "Rows that differ from what stays and transfers give:",
    ...places.slice(0, LISTED_PLACES).map((place) => `  ${lineOf(place)}`),
    ...(more > 0 ? [`  and ${counted(more, "more place")}`] : []),
    `${counted(countOf(sumOf(places)), "row")} of ${counted(places.length, "place")} differ.`,
  ];
}

/** The same for another program. */
export function jsonOfCheck(
  { version, patients, places }: FiguresCheck,
  isRebuilt: boolean,
) {
  return {
    agrees: places.length === 0,
    isRebuilt,
    version,
    patients,
    rows: sumOf(places),
    places,
  };
}

function lineOf(place: PlaceDifference): string {
  return `${nameOf(place)}: ${rowsOf(place.rows)}`;
}

function nameOf({ level, id, name }: PlaceDifference): string {
  if (level === "company" && name !== null) return LEVELS.company;
  return name === null
    ? `${LEVELS[level]} ${id}, which is gone`
    : `${LEVELS[level]} ${name} (${id})`;
}

function rowsOf(rows: DifferingRows): string {
  return CHECKED.filter((checked) => rows[checked] > 0)
    .map((checked) => `${counted(rows[checked], "row")} ${WORDS[checked]}`)
    .join(", ");
}

function counted(count: number, noun: string): string {
  return `${NUMBERS.format(count)} ${noun}${count === 1 ? "" : "s"}`;
}
