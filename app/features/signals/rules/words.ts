import { childNoun } from "~/domain/figures/drill-down-words";
import { counted } from "~/domain/lists/counted-words";
import { formatCount } from "~/domain/number-format";
import { childLevelOf, type Level } from "~/domain/places/hierarchy";
import type { Variation } from "./variation";

export const signalWords = {
  title: "Signals",
  about: "Latest month of each measure, tested against its control limits.",
  months:
    "Months run through To Date, whatever From Date is. RTH and ED show the latest month with admissions whose 30 days are over.",
  order:
    "Order: most unusual measures, then most drifting, then most that are high, then by name.",
  unusual:
    "Unusual: outside the control limits. For rare measures: too many, too close together, or none for too long.",
  drifting:
    "Drifting: a trend, a shift or months near a limit, through the latest month.",
  tooFew: "Too few to say: fewer than 12 months with limits, or too few cases.",
  targets: "A target is judged by the limits of that month.",
  new: "New: since your last visit.",
  isNew: ", new",
  defaultOrder: "Most unusual first",
  name: "Name",
  pages: "Pages of the signals",
  noValue: "No rate",
  failed: "The signals could not be read.",
  empty: "There is nothing to judge in these months.",
  nothingUnusual: "nothing unusual",
} as const;

const VARIATION_WORDS: Record<Variation, string> = {
  unusually_high: "Unusually high",
  unusually_low: "Unusually low",
  drifting_up: "Drifting up",
  drifting_down: "Drifting down",
  usual: "Within limits",
  too_few: "Too few to say",
};

export function variationText({
  variation,
  months,
}: {
  variation: Variation;
  months: readonly string[];
}): string {
  const words = VARIATION_WORDS[variation];
  const [first] = months;
  return months.length > 1 && first !== undefined
    ? `${words} since ${shortMonth(first)}`
    : words;
}

export function latestText(cell: Parameters<typeof variationText>[0]): string {
  const words = variationText(cell);
  return `Latest month: ${words.charAt(0).toLowerCase()}${words.slice(1)}.`;
}

export function unusualText(
  unusual: number,
  judged: number,
  months: number,
): string {
  const of = judged < months ? `${judged} judged` : months;
  return `${unusual} of ${of} months ${unusual === 1 ? "was" : "were"} unusual.`;
}

export function isSignal(variation: Variation): boolean {
  return variation !== "usual" && variation !== "too_few";
}

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

export function shortMonth(month: string): string {
  const [year = "", number = ""] = month.split("-");
  return `${MONTHS[Number(number) - 1] ?? number} ${year}`;
}

export function tableTitle(level: Level): string {
  return `Signals of ${childNoun(childLevelOf(level), 2)}`;
}

export function allText(level: Level): string {
  return `All ${childNoun(childLevelOf(level), 2)}`;
}

export function shownText({
  first,
  last,
  total,
}: {
  first: number;
  last: number;
  total: number;
}): string {
  return `Rows ${first} to ${last} of ${total}`;
}

export function wholeText(name: string | null): string {
  return `${name ?? "The company"} as a whole:`;
}

export function unusualMeasuresText(count: number): string {
  return counted(formatCount(count), "unusual measures");
}

export function newSignalsText(count: number): string {
  return `${count} new ${count === 1 ? "signal" : "signals"} since your last visit`;
}
