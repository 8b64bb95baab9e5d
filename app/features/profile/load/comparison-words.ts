import { usDayOf, type IsoDay } from "~/domain/calendar";
import { formatCount } from "~/domain/number-format";

export interface ComparedFacilities {
  /** How many there are, and how many are compared; left out where all are. */
  facilities?: number | undefined;
  compared?: number | undefined;
  data_from?: IsoDay | null | undefined;
  fewer_days?: boolean | undefined;
}

/** What limits a comparison with the period before (R496, R497); null where all facilities have all days of both. */
export function comparisonNote({
  facilities,
  compared,
  data_from,
  fewer_days,
}: ComparedFacilities): string | null {
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
