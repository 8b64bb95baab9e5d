import { formatPer1000, formatPercent } from "~/domain/number-format";
import type { CmsMeasureCode } from "./cms-measures";

export const CMS_TEXTS = {
  adjusted: "CMS, risk-adjusted",
  observed: "CMS, observed",
  expected: "CMS, expected",
  period: "CMS period",
  nation: "CMS, U.S. average",
  own: "This page",
  ownPeriod: "Page period",
  suppressed: "Not published",
  noCounterpart: "CMS has no measure like ADM/1000.",
  kinds:
    "CMS: fee-for-service Medicare claims, risk-adjusted, of a past year. Here: all payers, unadjusted.",
  method: "How CMS measures differ",
  noLimits: "CMS averages are not limits for this page.",
} as const;

export const CMS_MEASURE_WORDS: Record<
  CmsMeasureCode,
  { name: string; difference: string }
> = {
  521: {
    name: "Short stay: rehospitalized (521), beside RTH%",
    difference:
      "521: both count unplanned inpatient and observation stays within 30 days. CMS leaves out hospice.",
  },
  522: {
    name: "Short stay: emergency department visit (522), beside ED%",
    difference:
      "522: both count emergency visits within 30 days without a hospital stay.",
  },
  551: {
    name: "Long stay: hospitalizations per 1,000 days (551), beside H/1000",
    difference:
      "551: both count unplanned hospital stays per 1,000 long-stay days.",
  },
  552: {
    name: "Long stay: emergency department visits per 1,000 days (552), beside ED/1000",
    difference:
      "552: both count emergency visits without a hospital stay per 1,000 long-stay days.",
  },
};

export function cmsScoreText(
  code: number,
  score: number | null,
): string | null {
  if (score === null) return null;
  const isPercent = code === 521 || code === 522;
  return isPercent ? formatPercent(score) : formatPer1000(score);
}

/** NH_Data_Dictionary, 'Footnotes', in our words. Files of 2017 had words in place of numbers. */
const FOOTNOTES: Readonly<Record<string, string>> = {
  1: "the facility was certified only lately, so there are not enough data",
  2: "there are not enough data",
  7: "CMS suppressed the data",
  9: "too few residents or stays to report",
  10: "the data are missing or were not submitted",
  28: "the measure is made once a year",
};

/** Why CMS publishes no score, or what it says of one: 'CMS on 552: too few residents or stays to report (footnote 9).' */
export function footnoteText(
  code: number,
  footnote: string | null,
): string | null {
  if (footnote === null) return null;
  const from = `CMS on ${code}:`;
  const codes = footnote.split(/[,;\s]+/).filter((code) => code !== "");
  if (!codes.every((code) => /^\d{1,3}$/.test(code))) {
    return `${from} ${footnote.replace(/\.$/, "")}.`;
  }
  const meanings = codes.map((code) => {
    const words = Object.hasOwn(FOOTNOTES, code) ? FOOTNOTES[code] : null;
    return words ? `${words} (footnote ${code})` : `footnote ${code}`;
  });
  return `${from} ${meanings.join(", ")}.`;
}

export function averagesText(day: string): string {
  return `Averages: CMS file of ${day}, which gives no period.`;
}

/** Under a graph in full: CMS's averages of the measure that stands beside its rate, in words and never as a line (R390). */
export function averageSentences(
  code: number,
  state: string | null,
  { ofState, ofNation }: { ofState: number | null; ofNation: number | null },
): string | null {
  const averages = [
    [ofState, state ?? "the state"],
    [ofNation, "the nation"],
  ] as const;
  const parts = averages.flatMap(([score, place]) => {
    const text = cmsScoreText(code, score);
    return text === null ? [] : `${text} for ${place}`;
  });
  if (parts.length === 0) return null;
  return `CMS, claims-based measure ${code}: the average is ${parts.join(" and ")}. CMS counts differently: do not read it as a limit.`;
}

export function stateHead(state: string | null): string {
  return `CMS, state average${state === null ? "" : ` (${state})`}`;
}
