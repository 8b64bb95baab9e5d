import { usDayOf, type IsoDay } from "../calendar";
import { formatCount } from "../number-format";

/** Which facilities a range and the period before are compared in, as an API host tells it. */
export interface ComparedFacilities {
  /** How many there are, and how many are compared; left out where all are. */
  facilities?: number | undefined;
  compared?: number | undefined;
  /** When the data of the others begin, the first of them. */
  data_from?: IsoDay | null | undefined;
  /** Some are compared over fewer days than others. */
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
      ? `No comparison: data begin on ${usDayOf(data_from)}.`
      : "No comparison: no discharge or transfer tells when the data begin.";
  }
  const sentences = [
    ...(compared === undefined || facilities === undefined
      ? []
      : [
          `Compared: ${formatCount(compared)} of ${formatCount(facilities)} facilities, whose data cover both periods.`,
        ]),
    ...(fewer_days
      ? [
          "Facilities whose data end earlier are compared over the days that they have in both.",
        ]
      : []),
  ];
  return sentences.length > 0 ? sentences.join(" ") : null;
}
