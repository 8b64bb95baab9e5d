import { HttpResponse } from "msw";
import { getMetricData } from "~/contract/metricdatacsv";
import { patientsOf } from "../figures";
import { mockEndpoint } from "../mock-endpoint";
import type { MockHost } from "../mock-host";
import { questionOf } from "../question";

export function metricdatacsvHandlers(host: MockHost) {
  return [
    mockEndpoint(host, "metricdatacsv", getMetricData, (call) => {
      const patients = patientsOf(questionOf(call));
      if (patients.length === 0) return null;
      const rows = patients.map(({ id, lastName, firstName, facilityId }) =>
        [id, lastName ?? "", firstName ?? "", facilityId].join(","),
      );
      const lines = ["patient_id,last_name,first_name,facility_id", ...rows];
      return new HttpResponse(`${lines.join("\r\n")}\r\n`, {
        headers: { "content-type": "text/csv; charset=utf-8" },
      });
    }),
  ];
}
