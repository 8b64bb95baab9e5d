import { getGraphs, GRAPH_MONTHS } from "~/contract/graphs";
import { addYears } from "~/domain/calendar";
import { countsOf, per1000, per1000Months, percentOf } from "../figures";
import { mockEndpoint } from "../mock-endpoint";
import type { MockHost } from "../mock-host";
import type { YearFigures } from "../organization.data";
import { questionOf } from "../question";

type Field = keyof YearFigures;

/** A gentle season, so that the lines move; month 1 is January. */
function season(month: number): number {
  return 1 + 0.25 * Math.cos(((month - 1) / 12) * 2 * Math.PI);
}

/** More events happen in winter; people and their days are the same all year. */
const SEASONAL: ReadonlySet<Field> = new Set<Field>([
  "rth",
  "ed",
  "hospitalizations",
  "longStayEd",
  "inpatient",
]);

function monthsUpTo(endDate: string): { month: number; year: number }[] {
  const last = Number(endDate.slice(0, 4)) * 12 + Number(endDate.slice(5, 7));
  return Array.from({ length: GRAPH_MONTHS }, (_, index) => {
    const number = last - GRAPH_MONTHS + index;
    return { month: (number % 12) + 1, year: Math.floor(number / 12) };
  });
}

/** The counts of a year by a factor; `swing` is how much of the season what happens in it follows. */
function scaled(
  year: YearFigures,
  month: number,
  factor: number,
  swing: number,
): YearFigures {
  const entries = (Object.entries(year) as [Field, number][]).map(
    ([field, count]) => {
      const seasonal = SEASONAL.has(field)
        ? 1 + (season(month) - 1) * swing
        : 1;
      return [field, Math.round(count * factor * seasonal)];
    },
  );
  return Object.fromEntries(entries) as YearFigures;
}

export function graphsHandlers(host: MockHost) {
  return [
    mockEndpoint(host, "graphs", getGraphs, (call) => {
      const { endDate } = call.params;
      const startDate = addYears(endDate, -1);
      const year = countsOf(
        questionOf({ ...call, params: { ...call.params, startDate } }),
      );
      if (year.patients === 0) return null;
      const months = monthsUpTo(endDate);
      const mom = months.map(({ month }) => scaled(year, month, 1 / 12, 1));
      // A season lasts a year, so the sums of twelve months differ by little.
      const rolling = months.map(({ month }) => scaled(year, month, 1, 1 / 6));
      const series = <Value>(read: (counts: YearFigures) => Value) => ({
        mom: mom.map(read),
        rolling: rolling.map(read),
      });
      const counted = (field: Field) => series((counts) => counts[field]);
      const admissions = counted("fromHospital");
      const [first = 0, ...rest] = admissions.rolling;
      return {
        data: {
          short_stays: {
            rth_30: series(({ rth, fromHospital }) =>
              percentOf(rth, fromHospital),
            ),
            ed_30: series(({ ed, fromHospital }) =>
              percentOf(ed, fromHospital),
            ),
            admission_events: {
              mom: admissions.mom,
              rolling: [first, ...rest] as [number, ...number[]],
            },
          },
          long_stays: {
            hosp_1000: series(({ hospitalizations, longStayDays }) =>
              per1000(hospitalizations, longStayDays),
            ),
            ed_1000: series(({ longStayEd, longStayDays }) =>
              per1000(longStayEd, longStayDays),
            ),
            adm_1000: series(({ inpatient, longStayDays }) =>
              per1000Months(inpatient, longStayDays),
            ),
            inpatient_events: counted("hospitalizations"),
            outpatient_events: counted("longStayEd"),
            period_doc: counted("longStayDays"),
          },
          general: {
            patient_count: counted("patients").mom,
            days_of_care: counted("days").mom,
            snf_adm: counted("admissions").mom,
          },
          months: months.map(({ month }) => month),
          years: months.map((one) => one.year),
        },
        data_effective_tstamp: host.lastUpdated,
      };
    }),
  ];
}
