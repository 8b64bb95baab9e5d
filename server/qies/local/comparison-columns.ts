import { noTotals, TOTALS } from "~server/measures/additive-totals";
import type { Totals } from "~server/measures/additive-totals";
import { readTotals } from "~server/measures/stay-figures";
import { otherFacilities, ownQuestion } from "./local-data";
import type { LocalData } from "./local-data";
import { periodText } from "./report-period";
import type { Period } from "./report-period";

/** Said where the other facilities are too few to be summed. */
export const TOO_FEW =
  "Fewer than three of the company's other facilities have residents in that time. Their sum could give single facilities away, so it is not shown.";

/** A column of the figures. */
export interface FigureColumn {
  label: string;
  totals: Totals;
  /** Null in the comparison, which is of sums alone. */
  residents: number | null;
}

/** The columns of a comparison group's six months that have something to count, and what is said of those that have nothing. */
export async function comparisonColumns(
  data: LocalData,
  window: Period,
): Promise<{ columns: FigureColumn[]; notes: string[] }> {
  const days = periodText(window);
  const question = ownQuestion(data, window);
  const others = await otherFacilities(data, [window]);
  const own = await readTotals(data.db, question);
  const ofOthers =
    others && (await readTotals(data.db, { ...question, facilityIds: others }));
  const found = [
    { label: `Facility, comparison group ${days}`, totals: own },
    {
      label: `Company's other facilities, comparison group ${days}`,
      totals: ofOthers ?? noTotals(),
    },
  ];
  const columns = found
    .filter(({ totals }) => isSomething(totals))
    .map((column) => ({ ...column, residents: null }));
  const left = leftOutText(data, window, {
    own: !isSomething(own),
    others: ofOthers !== null && !isSomething(ofOthers),
  });
  return {
    columns,
    notes: [...(left ? [left] : []), ...(others ? [] : [TOO_FEW])],
  };
}

/** One sentence for what of the comparison group has nothing to count; null where all of it has. */
function leftOutText(
  { order }: LocalData,
  window: Period,
  isLeftOut: { own: boolean; others: boolean },
): string | null {
  if (!isLeftOut.own && !isLeftOut.others) return null;
  const isAll = isLeftOut.own && isLeftOut.others;
  const stays = order.isnp ? "ISNP stays" : "stays";
  const whose = isLeftOut.own
    ? " of this facility"
    : " of the company's other facilities";
  const what = isAll ? "the comparison group" : "that column";
  return `The census has no ${stays}${isAll ? "" : whose} from ${periodText(window, " to ")}, so ${what} is left out.`;
}

/** True for totals that count anything at all. */
export function isSomething(totals: Totals): boolean {
  return TOTALS.some((total) => totals[total] > 0);
}
