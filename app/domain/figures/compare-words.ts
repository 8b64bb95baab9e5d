import { childNoun } from "./drill-down-words";
import { isJudged, type Funnel, type FunnelVerdict } from "./funnel";
import { formatDenominator, formatRate } from "../graphs/graph-words";
import { NO_PHYSICIAN_ID, type ChildLevel } from "../places/hierarchy";
import { messages } from "../messages";
import { formatCount, formatPer1000 } from "../number-format";
import { SMALL_DENOMINATOR, type RateMeasure } from "./rate-measures";
import { exposureWords } from "./small-numbers";

export interface NamedChild {
  id: number;
  /** Null for stays without a physician, and if unknown. */
  name: string | null;
}

const NAMED_AT_MOST = 6;

export const COMPARE_TEXTS = {
  measures: "Measure",
  tryAgain: messages.panel.tryAgain,
  noLimits: "None",
  outOfLimits: "Outside the outer limit",
  withinLimits: "Within the outer limit",
  lines: {
    outer: { long: "99.7 % limit", short: "Outer" },
    inner: { long: "Usual range (95 of 100)", short: "Usual" },
  },
  howToRead: "How to read this chart",
  sigmas:
    "By chance alone, about 95 of 100 marks lie in the usual range (2 sigma). About 997 of 1,000 lie within the outer limit (3 sigma).",
  wideSigmas:
    "The usual range (2 sigma) and the outer limit (3 sigma) hold the usual differences too. They narrow less towards the right.",
  chance:
    "Every ranking has a first and a last, even where all do equally well. Chance moves small numbers more than large ones. So the limits are wide at the left and narrow at the right.",
  askWhy:
    "A mark outside the outer limit is a reason to ask why, not an answer. The rates are raw: they are not adjusted for how ill the patients are.",
} as const;

export function compareTitle(
  child: ChildLevel,
  { title }: Pick<RateMeasure, "title">,
): string {
  return `Compare ${childNoun(child, 2)}: ${title}`;
}

export function comparedName(
  child: ChildLevel,
  { id, name }: NamedChild,
): string {
  if (child === "physician" && id === NO_PHYSICIAN_ID) {
    return messages.noPhysician;
  }
  return name?.trim() || messages.unknown;
}

export function verdictWords(verdict: FunnelVerdict): string {
  return {
    above: "Above the upper limit",
    below: "Below the lower limit",
    within: "Within limits",
    "too-few": "Too few to judge",
    unknown: messages.unknown,
  }[verdict];
}

/** 'Maple Court is above the upper limit. The other 9 are within their limits.' `points` go from the highest rate down. */
export function standOutSentence(
  measure: RateMeasure,
  child: ChildLevel,
  points: readonly { child: NamedChild; verdict: FunnelVerdict }[],
): string {
  const judged = points.filter(isJudged);
  if (judged.length === 0) {
    return `None has enough ${exposureWords(measure)} to be judged.`;
  }
  const namesOf = (verdict: FunnelVerdict) =>
    judged
      .filter((point) => point.verdict === verdict)
      .map((point) => comparedName(child, point.child));
  const within = judged.filter(({ verdict }) => verdict === "within").length;
  return [
    ...placeSentence(namesOf("above"), "above the upper limit"),
    ...placeSentence(namesOf("below").reverse(), "below the lower limit"),
    ...othersSentence(within, judged.length),
  ].join(" ");
}

function placeSentence(names: readonly string[], place: string): string[] {
  if (names.length === 0) return [];
  return [`${nameList(names)} ${names.length === 1 ? "is" : "are"} ${place}.`];
}

function othersSentence(within: number, judged: number): string[] {
  if (within === 0) return [];
  if (within < judged) {
    return within === 1
      ? ["The other one is within its limits."]
      : [`The other ${formatCount(within)} are within their limits.`];
  }
  return within === 1
    ? ["Only one can be judged. It is within its limits."]
    : [`All ${formatCount(within)} are within their limits.`];
}

/** Names that hold commas are kept apart by semicolons. */
function nameList(names: readonly string[]): string {
  const comma = names.some((name) => name.includes(",")) ? "; " : ", ";
  const shown = names.slice(0, NAMED_AT_MOST);
  const others = names.length - shown.length;
  const last = others > 0 ? `${formatCount(others)} more` : shown.pop();
  return shown.length > 0 ? `${shown.join(comma)} and ${last}` : `${last}`;
}

export function meanSentence(
  measure: RateMeasure,
  {
    centre,
    events,
    denominator,
  }: Pick<Funnel<unknown>, "centre" | "events" | "denominator">,
): string {
  return centre === null
    ? `No mean: there were no ${measure.denominatorWords}.`
    : `Mean of all: ${formatRate(measure, centre)} (${measure.eventWords}: ${formatCount(events)}, ${measure.denominatorWords}: ${formatDenominator(measure, denominator)}).`;
}

/** How much the true rates differ, which widens the limits. Null where chance alone explains the differences. */
export function betweenSentence(
  measure: RateMeasure,
  child: ChildLevel,
  { between }: Pick<Funnel<unknown>, "between">,
): string | null {
  if (between === 0) return null;
  const unit = measure.unit === "percent" ? " points" : " per 1,000";
  return `The ${childNoun(child, 2)} differ by more than chance (standard deviation ${formatPer1000(between)}${unit}). The limits allow for that.`;
}

export function tooFewSentence(
  measure: RateMeasure,
  count: number,
): string | null {
  if (count === 0) return null;
  const [has, it] =
    count === 1 ? ["1 has", "it"] : [`${formatCount(count)} have`, "them"];
  return `${has} fewer than ${SMALL_DENOMINATOR} ${exposureWords(measure)}, too few to judge. The mean and the table include ${it}. The picture leaves ${it} out.`;
}

export function unknownSentence(count: number): string | null {
  if (count === 0) return null;
  return count === 1
    ? "The figures of 1 are missing. It is left out."
    : `The figures of ${formatCount(count)} are missing. They are left out.`;
}

export function onlyOneSentence(child: ChildLevel): string {
  return `There is only one ${childNoun(child, 1)} here, so there is nothing to compare.`;
}

export function marksSentence(
  child: ChildLevel,
  { denominatorWords }: Pick<RateMeasure, "denominatorWords">,
): string {
  return `Each mark is one ${childNoun(child, 1)}. Marks farther right have more ${denominatorWords}. Higher marks have a higher rate.`;
}

/** A percentage counts admissions whose 30 days are over. */
export function settledWords(measure: RateMeasure): RateMeasure {
  return measure.chart === "u"
    ? measure
    : {
        ...measure,
        denominatorWords: `${measure.denominatorWords} whose 30 days are over`,
      };
}

export function rateAxis({ unit }: Pick<RateMeasure, "unit">): string {
  return unit === "percent" ? "Percent" : "Per 1,000";
}
