import { getQuality } from "~/contract/qmcalculator";
import { newYorkDay } from "~/domain/calendar";
import { qualityOf, qualityPeriod } from "~/domain/quality/quality-score";
import { countsOf } from "../figures";
import { mockEndpoint } from "../mock-endpoint";
import type { MockHost } from "../mock-host";
import { questionOf } from "../question";

export function qmcalculatorHandlers(host: MockHost) {
  return [
    mockEndpoint(host, "qmcalculator", getQuality, (call) => {
      const period = qualityPeriod(newYorkDay(host.clock()));
      const params = { ...call.params, ...period };
      const counts = countsOf(questionOf({ ...call, params }));
      if (counts.patients === 0) return null;
      return {
        data: qualityOf({
          rth: counts.rth,
          ed: counts.ed,
          h_1000: counts.hospitalizations,
          ed_1000: counts.longStayEd,
          ach_adm: counts.fromHospital,
          ls_days: counts.longStayDays,
        }),
        data_effective_tstamp: host.lastUpdated,
      };
    }),
  ];
}
