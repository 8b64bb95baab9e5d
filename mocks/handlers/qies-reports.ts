import {
  getQiesDownload,
  getQiesReports,
  postQiesReport,
  type QiesReport,
} from "~/contract/qies-reports";
import type { Viewer } from "~/domain/access/viewer";
import { epochDayOf, isoDayOf, newYorkDay } from "~/domain/calendar";
import { mockEndpoint } from "../mock-endpoint";
import type { MockHost } from "../mock-host";
import { forbidden, notFound } from "../refusal";
import { facilitiesOf } from "../scope";

const STATUSES = [
  "requested",
  "pending",
  "automatic",
  "completed",
  "error",
  "Unknown",
] as const;

/** One request of each status at each facility in view, a day apart. */
function requestsFor(host: MockHost, viewer: Viewer): QiesReport[] {
  const today = epochDayOf(newYorkDay(host.clock()));
  return facilitiesOf(viewer).flatMap((facility) =>
    STATUSES.map((status, daysAgo) => ({
      id: facility.id * 10 + daysAgo,
      report_category_id: 56,
      report_type_id: 800,
      name: "Facility Quality Measure Report",
      file_type: "pdf",
      requested_tstamp: `${isoDayOf(today - daysAgo)} 09:30:00`,
      start_date: isoDayOf(today - daysAgo - 90),
      end_date: isoDayOf(today - daysAgo),
      status,
      fac_name: facility.name,
    })),
  );
}

export function qiesReportsHandlers(host: MockHost) {
  return [
    mockEndpoint(host, "qies-reports", getQiesReports, ({ viewer, params }) => {
      const rows = requestsFor(host, viewer).filter(({ requested_tstamp }) => {
        const day = requested_tstamp.slice(0, 10);
        return params.startDate <= day && day <= params.endDate;
      });
      return rows.length > 0 ? { data: rows } : null;
    }),
    mockEndpoint(
      host,
      "qies-reports",
      getQiesDownload,
      ({ viewer, params }) => {
        const report = requestsFor(host, viewer).find(
          ({ id }) => id === params.id,
        );
        if (!report) throw forbidden();
        if (!["completed", "automatic"].includes(report.status)) {
          throw notFound();
        }
        return {
          data: {
            report_url: `/files/qies-${report.id}.pdf`,
            name: report.name,
            file_type: "pdf",
          },
        };
      },
    ),
    mockEndpoint(host, "qies-reports", postQiesReport, ({ viewer, body }) => {
      if (!facilitiesOf(viewer).some(({ id }) => id === body.fac_id)) {
        throw forbidden();
      }
      return { data: [{ qies_report_id: body.fac_id * 10 + 6, error: null }] };
    }),
  ];
}
