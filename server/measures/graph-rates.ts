import type { GraphTag } from "~/domain/graphs/rate-graphs";
import type { Total, Totals } from "./additive-totals";
import { per1000Days, per1000Months, ratePercent } from "./rates";

/** A rate of a graph, as it is computed from totals. */
interface GraphRate {
  /** Null over nothing. */
  of: (totals: Totals) => number | null;
  /** What it is over. */
  over: Total;
}

const percent = (events: Total): GraphRate => ({
  of: (all) => ratePercent(all[events], all.settled_adm),
  over: "settled_adm",
});

const perDays = (events: Total): GraphRate => ({
  of: (all) => per1000Days(all[events], all.pd_lt_doc),
  over: "pd_lt_doc",
});

/** The rates of the five graphs. */
export const GRAPH_RATES: Record<GraphTag, GraphRate> = {
  rth_30: percent("rth"),
  ed_30: percent("ed"),
  hosp_1000: perDays("h_events"),
  ed_1000: perDays("ed_events"),
  adm_1000: {
    of: (all) => per1000Months(all.adm_events, all.pd_lt_doc),
    over: "pd_lt_doc",
  },
};
