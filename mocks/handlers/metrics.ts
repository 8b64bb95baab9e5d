import { getMetrics } from "~/contract/metrics";
import { countsOf, per1000, per1000Months, percentOf } from "../figures";
import { mockEndpoint } from "../mock-endpoint";
import type { MockHost } from "../mock-host";
import { answerFigures } from "../question";

export function metricsHandlers(host: MockHost) {
  return [
    mockEndpoint(host, "metrics", getMetrics, (call) =>
      answerFigures(host, call, (question) => {
        const counts = countsOf(question);
        if (counts.patients === 0) return null;
        const { fromHospital, longStayDays } = counts;
        const [facility] = question.scope.facilities;
        return {
          patient_count: counts.patients,
          days_of_care: counts.days,
          snf_adm: counts.admissions,
          cms_rating: call.params.level === "facility" ? facility?.stars : null,
          short_stays: {
            rth: {
              count: counts.rth,
              rate: percentOf(counts.rth, fromHospital),
            },
            ed: { count: counts.ed, rate: percentOf(counts.ed, fromHospital) },
            ach_adm: fromHospital,
          },
          long_stays: {
            h_1000: {
              count: counts.hospitalizations,
              rate: per1000(counts.hospitalizations, longStayDays),
            },
            ed_1000: {
              count: counts.longStayEd,
              rate: per1000(counts.longStayEd, longStayDays),
            },
            adm_1000: {
              count: counts.inpatient,
              rate: per1000Months(counts.inpatient, longStayDays),
            },
            pd_lt_doc: longStayDays,
          },
        };
      }),
    ),
  ];
}
