import type { Quality } from "~/contract/qmcalculator";
import {
  findRateMeasure,
  SMALL_DENOMINATOR,
} from "~/domain/figures/rate-measures";
import { isSmallDenominator } from "~/domain/figures/small-numbers";
import { messages } from "~/domain/messages";
import { formatCount } from "~/domain/number-format";
import { NO_PHYSICIAN_ID, type Level } from "~/domain/places/hierarchy";
import {
  CUT_POINTS_EFFECTIVE,
  CUT_POINTS_SOURCE,
} from "./quality-cut-points.data";
import {
  AVERAGE_QUALITY_POINTS,
  denominatorOf,
  measureScore,
  QUALITY_MAX,
  QUALITY_MEASURES,
  qualityTotal,
} from "./quality-score";
import { measureTitle } from "./quality-words";

const OTHER_CUT_POINTS =
  "The points are set by the system that sends these figures.";

export function smallScoreSentence(quality: Quality): string | null {
  const small = QUALITY_MEASURES.filter((one) => {
    const measure = findRateMeasure(one.tag);
    return measure && isSmallDenominator(measure, denominatorOf(one, quality));
  });
  if (small.length === 0) return null;
  const titles = small.map(({ tag }) => measureTitle(tag)).join(", ");
  return `Small numbers: ${titles} count fewer than ${SMALL_DENOMINATOR} admissions from hospital or long-term patient months. Treat with caution: too few cases to tell from chance.`;
}

export interface QualitySubject {
  level: Level;
  /** 0 at the physician level: the stays without a physician. */
  id: number;
  name: string | null;
  facilityName: string | null;
}

/** Each stay weighs the same, so this is not the mean of the children's points (R120). */
export function averageSentence(
  quality: Quality,
  subject: QualitySubject,
): string {
  const { known, averageOf600 } = qualityTotal(quality);
  if (averageOf600 === null) {
    return `Average quality points out of ${QUALITY_MAX}: ${messages.unknown}.`;
  }
  const points = `${formatCount(averageOf600)} quality points out of ${QUALITY_MAX}`;
  const missing =
    known === QUALITY_MEASURES.length
      ? ""
      : ` by ${known} of the four measures`;
  const pooled = isGroup(subject) ? " Every stay counts the same." : "";
  return `${subjectWords(subject)} ${points}${missing}.${pooled}`;
}

function isGroup({ level }: QualitySubject): boolean {
  return level === "company" || level === "division" || level === "region";
}

function subjectWords(subject: QualitySubject): string {
  const { level, id, name, facilityName } = subject;
  switch (level) {
    case "company":
      return "All stays together average";
    case "division":
    case "region":
      return `All stays of ${name ?? `this ${level}`} together average`;
    case "facility":
      return `${name ?? "This facility"} averages`;
    case "physician": {
      const place = facilityName ? ` at ${facilityName}` : "";
      return id === NO_PHYSICIAN_ID
        ? `${messages.noPhysician}${place} average`
        : `Patients of ${name ?? "this physician"}${place} average`;
    }
  }
}

/** Another API host may have cut points of its own; then nothing is said about their source. */
function hasKnownCutPoints(quality: Quality): boolean {
  return QUALITY_MEASURES.every((measure) => {
    const { tag } = measure;
    const { events, score } = quality[tag];
    const over = denominatorOf(measure, quality);
    if (score === null) return true;
    return (
      events !== null &&
      over !== null &&
      measureScore(tag, events, over).score === score
    );
  });
}

export function cutPointsSentences(quality: Quality): string[] {
  if (!hasKnownCutPoints(quality)) return [OTHER_CUT_POINTS];
  return [
    `The points follow ${CUT_POINTS_SOURCE}, effective ${monthWords(CUT_POINTS_EFFECTIVE)}. CMS uses other cut points for facilities, and adjusts for risk.`,
    `The average chain in that file has ${formatCount(AVERAGE_QUALITY_POINTS)} points out of ${QUALITY_MAX}.`,
  ];
}

const monthAndYear = new Intl.DateTimeFormat("en-US", {
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

function monthWords(month: string): string {
  return monthAndYear.format(new Date(`${month}-01T00:00:00Z`));
}
