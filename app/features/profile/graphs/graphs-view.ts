import type { Graphs } from "~/contract/graphs";
import { modeOf } from "~/domain/graphs/graph-modes";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import { DAYS_PER_MONTH, RATE_MEASURES } from "~/domain/figures/rate-measures";
import { settledMonthCount } from "~/domain/graphs/settled-months";
import type { GraphLine, GraphsView, ProfileView } from "../profile-view";

type Series = Graphs["short_stays"]["rth_30"];

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** What a page knows of the time that its graphs show. */
type Known = Pick<ProfileView, "lastUpdated"> & {
  filters: Pick<ProfileView["filters"], "endDate">;
};

/** The graphs of an answer in the modes asked for, and the trends of the overview figures. */
export function graphsView(
  graphs: Graphs,
  monthly: readonly GraphTag[],
  { filters, lastUpdated }: Known,
): GraphsView {
  const { short_stays: short, long_stays: long, general } = graphs;
  const parts: Record<GraphTag, { rates: Series; denominators: Series }> = {
    rth_30: { rates: short.rth_30, denominators: short.admission_events },
    ed_30: { rates: short.ed_30, denominators: short.admission_events },
    hosp_1000: { rates: long.hosp_1000, denominators: long.period_doc },
    ed_1000: { rates: long.ed_1000, denominators: long.period_doc },
    adm_1000: { rates: long.adm_1000, denominators: inMonths(long.period_doc) },
  };
  const lines = Object.fromEntries(
    RATE_MEASURES.map(({ graph }): [GraphTag, GraphLine] => {
      const { rates, denominators } = parts[graph];
      const mode = modeOf(monthly, graph);
      return [
        graph,
        {
          rates: rates[mode].map(toFourDecimals),
          denominators: denominators[mode].map(toFourDecimals),
        },
      ];
    }),
  ) as GraphsView["lines"];
  return {
    months: graphs.months.map(monthName),
    years: graphs.years,
    settled: settledMonthCount(
      graphs.months.length,
      filters.endDate,
      lastUpdated,
    ),
    lines,
    trends: {
      ...general,
      ...Object.fromEntries(
        RATE_MEASURES.map(({ tag, graph }) => [
          tag,
          parts[graph].rates.mom.map(toFourDecimals),
        ]),
      ),
      ach_adm: short.admission_events.mom,
      pd_lt_doc: long.period_doc.mom,
    },
  };
}

/** Exact rates would be half of the document; nobody sees a fifth decimal. */
function toFourDecimals(value: number | null): number | null {
  return value === null ? null : Number(value.toFixed(4));
}

function inMonths({ rolling, mom }: Series): Series {
  const convert = (days: number | null) => days && days / DAYS_PER_MONTH;
  return { rolling: rolling.map(convert), mom: mom.map(convert) };
}

/** 'Jan' of 1 and of a name; a word that is no month stays as it is. */
function monthName(month: number | string): string {
  if (typeof month === "number") return MONTHS[month - 1] ?? String(month);
  const short = month.trim().slice(0, 3).toLowerCase();
  return MONTHS.find((name) => name.toLowerCase() === short) ?? month;
}
