import { getQuality, type Quality } from "~/contract/qmcalculator";
import { addYears, newYorkDay } from "~/domain/calendar";
import { countsOf, per1000, percentOf } from "../figures";
import { mockEndpoint } from "../mock-endpoint";
import type { MockHost } from "../mock-host";
import { questionOf } from "../question";

const POINTS = [150, 135, 120, 105, 90, 75, 60, 45, 30, 15];

/** A measure with invented cut points at a tenth of `worst` each: real ones are the data server's business. */
function measure(
  events: number,
  metric: number | null,
  worst: number,
): Quality["rth"] {
  const step = Math.min(9, Math.floor(((metric ?? 0) / worst) * 10));
  return {
    metric,
    score: POINTS[step] ?? 15,
    events,
    events_up: step === 0 ? 0 : 1,
    events_down: step === 9 ? 0 : 1,
    events_perfect: step === 0 ? 0 : Math.ceil((events * step) / 10),
  };
}

export function qmcalculatorHandlers(host: MockHost) {
  return [
    mockEndpoint(host, "qmcalculator", getQuality, (call) => {
      const endDate = newYorkDay(host.clock());
      const startDate = addYears(endDate, -1);
      const counts = countsOf(
        questionOf({ ...call, params: { ...call.params, startDate, endDate } }),
      );
      const { fromHospital, longStayDays } = counts;
      return {
        data: {
          rth: measure(counts.rth, percentOf(counts.rth, fromHospital), 35),
          ed: measure(counts.ed, percentOf(counts.ed, fromHospital), 20),
          h_1000: measure(
            counts.hospitalizations,
            per1000(counts.hospitalizations, longStayDays),
            3,
          ),
          ed_1000: measure(
            counts.longStayEd,
            per1000(counts.longStayEd, longStayDays),
            3,
          ),
          ach_adm: fromHospital,
          ls_days: longStayDays,
        },
        data_effective_tstamp: host.lastUpdated,
      };
    }),
  ];
}
