import type { Comparison } from "~/contract/metrics";
import { usDayOf } from "~/domain/calendar";
import { formatCount } from "~/domain/number-format";

/** What limits a comparison with the period before (R496, R497); null where all facilities have all days of both. */
export function comparisonNote({
  facilities,
  compared,
  data_from,
  fewer_days,
}: Pick<Comparison, "facilities" | "compared" | "data_from" | "fewer_days">):
  | string
  | null {
  if (compared === 0) {
    return data_from
      ? `No comparison: data start on ${usDayOf(data_from)}.`
      : "No comparison: the start of the data is not known.";
  }
  const sentences = [
    ...(compared === undefined || facilities === undefined
      ? []
      : [
          `Only ${formatCount(compared)} of ${formatCount(facilities)} facilities have data for both periods.`,
        ]),
    ...(fewer_days
      ? [
          "Facilities with less data are compared over the days they have in both periods.",
        ]
      : []),
  ];
  return sentences.length > 0 ? sentences.join(" ") : null;
}
