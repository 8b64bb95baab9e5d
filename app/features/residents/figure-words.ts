import type { EpochDay } from "~/domain/calendar";
import type { CountedBy } from "~/domain/residents/counted-returns";
import type { ReturnFigure } from "~/domain/residents/resident-facts";
import { dayText, daysText } from "./resident-words";
import { RETURN_WINDOW_DAYS } from "~/domain/residents/return-window";
import type { FigureReason } from "./transfer-figures";

/** Figures as these texts call them. */
const FIGURES = {
  rth: "RTH%",
  ed: "ED%",
  h_1000: "H/1000",
  ed_1000: "ED/1000",
  adm_1000: "ADM/1000",
} as const;

/** Why each figure counts a transfer or does not, a sentence each; figures with the same reason share one. */
export function reasonTexts(reasons: readonly FigureReason[]): string[] {
  const figuresBy = new Map<string, string[]>();
  for (const reason of reasons) {
    const text = whyText(reason);
    const figures = figuresBy.get(text) ?? [];
    figuresBy.set(text, figures);
    if (reason.figure) figures.push(FIGURES[reason.figure]);
  }
  return [...figuresBy].map(([text, figures]) =>
    text.replace(NAMES, listed(figures, text)),
  );
}

/** Stands for the figures of a sentence. */
const NAMES = "{figures}";

function listed(figures: readonly string[], text: string): string {
  return figures.join(text.startsWith("Counts") ? " and " : " or ");
}

function whyText(reason: FigureReason): string {
  if (reason.counts) return `Counts in ${NAMES}: ${countedText(reason)}`;
  switch (reason.why) {
    case "beyond-reach":
      return "Not counted: the facility's data for that day are not complete yet";
    case "planned":
      return "Not counted: planned";
    case "counted-already":
      return `Not in ${NAMES}: the admission of ${dayText(reason.admittedOn)} is counted already, by ${byText(reason.by)}`;
    case "admission-beyond-reach":
      return `Not in ${NAMES}: the admission of ${dayText(reason.admittedOn)} is beyond the data that are complete`;
    case "not-settled":
      return `Not yet in ${NAMES}: the 30 days after the admission of ${dayText(reason.admittedOn)} are not over`;
    case "too-late":
      return `Not in ${NAMES}: ${daysText(reason.days)} after admission from hospital, more than ${RETURN_WINDOW_DAYS}`;
    case "no-admission":
      return `Not in ${NAMES}: no admission from hospital before it`;
    case "no-stay":
      return `Not in ${NAMES}: not in a stay on that day`;
    case "not-long-stay":
      return `Not in ${NAMES}: ${notLongStayText(reason.from)}`;
  }
}

function notLongStayText(from: EpochDay | null): string {
  const text = "not yet long-stay";
  return from === null ? text : `${text}, only from ${dayText(from)} on`;
}

function countedText(reason: FigureReason & { counts: true }): string {
  if (!("days" in reason)) {
    return reason.since === null
      ? "long-stay on that day"
      : `long-stay since ${dayText(reason.since)}`;
  }
  const admission = `admission on ${dayText(reason.admittedOn)}`;
  return reason.days === 0
    ? `on the day of ${admission}`
    : `${daysText(reason.days)} after ${admission}`;
}

function byText(by: CountedBy): string {
  const day = `the transfer of ${dayText(by.day)}`;
  return by.kind === "seen" ? day : `${day} ${atText(by.facilityName)}`;
}

function atText(facilityName: string | null): string {
  return `at ${facilityName ?? "another facility"}`;
}

/** Why a stay counts by an event that its viewer does not see otherwise. */
export function elsewhereText(
  figure: ReturnFigure,
  admittedOn: EpochDay,
  by: CountedBy & { kind: "elsewhere" },
): string {
  const what = by.outcome === "ed_only" ? "an emergency visit" : "a transfer";
  return `Counts in ${FIGURES[figure]}: ${what} ${atText(by.facilityName)} on ${dayText(by.day)}, ${daysText(by.day - admittedOn)} after admission`;
}

/** 'Reported twice, counted once'; null for what is told once. */
export function toldText(told: number): string | null {
  if (told < 2) return null;
  return `Reported ${told === 2 ? "twice" : `${told} times`}, counted once`;
}
