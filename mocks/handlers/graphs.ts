import { getGraphs, GRAPH_MONTHS } from "~/contract/graphs";
import { addYears } from "~/domain/calendar";
import { countsOf, per1000, per1000Months, percentOf } from "../figures";
import { mockEndpoint } from "../mock-endpoint";
import type { MockHost } from "../mock-host";
import { questionOf } from "../question";

/** A gentle season, so that the lines move; month 1 is January. */
function season(month: number): number {
  return 1 + 0.25 * Math.cos(((month - 1) / 12) * 2 * Math.PI);
}

function monthsUpTo(endDate: string): { month: number; year: number }[] {
  const last = Number(endDate.slice(0, 4)) * 12 + Number(endDate.slice(5, 7));
  return Array.from({ length: GRAPH_MONTHS }, (_, index) => {
    const number = last - GRAPH_MONTHS + index;
    return { month: (number % 12) + 1, year: Math.floor(number / 12) };
  });
}

export function graphsHandlers(host: MockHost) {
  return [
    mockEndpoint(host, "graphs", getGraphs, (call) => {
      const { endDate } = call.params;
      const startDate = addYears(endDate, -1);
      const year = countsOf(
        questionOf({ ...call, params: { ...call.params, startDate } }),
      );
      const months = monthsUpTo(endDate);
      const line = (monthly: number, yearly = monthly) => ({
        mom: months.map(({ month }) => Math.round(monthly * season(month))),
        rolling: months.map(({ month }) =>
          Math.round(yearly * (1 + (season(month) - 1) / 6)),
        ),
      });
      const rates = (rate: number | null) => ({
        mom: months.map(({ month }) => rate && rate * season(month)),
        rolling: months.map(
          ({ month }) => rate && rate * (1 + (season(month) - 1) / 6),
        ),
      });
      const counted = (yearly: number) => line(yearly / 12, yearly);
      const admissions = counted(year.fromHospital);
      const [first = 0, ...rest] = admissions.rolling;
      return {
        data: {
          short_stays: {
            rth_30: rates(percentOf(year.rth, year.fromHospital)),
            ed_30: rates(percentOf(year.ed, year.fromHospital)),
            admission_events: {
              mom: admissions.mom,
              rolling: [first, ...rest] as [number, ...number[]],
            },
          },
          long_stays: {
            hosp_1000: rates(per1000(year.hospitalizations, year.longStayDays)),
            ed_1000: rates(per1000(year.longStayEd, year.longStayDays)),
            adm_1000: rates(per1000Months(year.inpatient, year.longStayDays)),
            inpatient_events: counted(year.hospitalizations),
            outpatient_events: counted(year.longStayEd),
            period_doc: counted(year.longStayDays),
          },
          months: months.map(({ month }) => month),
          years: months.map((one) => one.year),
        },
        data_effective_tstamp: host.lastUpdated,
      };
    }),
  ];
}
