import { HttpResponse } from "msw";
import { endpointPath } from "~/contract/endpoint";
import {
  getQiesDownload,
  getQiesFile,
  getQiesReports,
  postQiesReport,
  type QiesReport,
} from "~/contract/qies-reports";
import type { Viewer } from "~/domain/access/viewer";
import { newYorkDay, newYorkSqlDatetime } from "~/domain/calendar";
import { savedReportName } from "~/domain/qies/report-file-name";
import { refusalOfRequest } from "~/domain/qies/request-refusal";
import { mockEndpoint } from "../mock-endpoint";
import type { MockHost } from "../mock-host";
import { FACILITIES } from "../organization.data";
import { MOCK_PDF, mockCensus, mockReports } from "../qies-reports.data";
import { forbidden, notFound, Refusal } from "../refusal";
import { facilitiesOf } from "../scope";

const LINK_SECONDS = 300;

/** The requests that a viewer sees, the newest first. None of the mocks' is of ISNP residents alone. */
function reportsFor(host: MockHost, viewer: Viewer): QiesReport[] {
  refuseOthers(viewer);
  if (viewer.isnpOnly) {
    return host.requestedReports.filter(({ isnp_only }) => isnp_only);
  }
  const facilities = facilitiesOf(viewer);
  const asked = host.requestedReports.filter(({ fac_id }) =>
    facilities.some(({ id }) => id === fac_id),
  );
  return [...asked, ...mockReports(facilities, host.clock())];
}

function refuseOthers({ accessLevel }: Viewer): void {
  if (accessLevel === "physician" || accessLevel === "account_manager") {
    throw forbidden();
  }
}

/** A finished report, or why there is none for this viewer. */
function finishedReport(
  host: MockHost,
  viewer: Viewer,
  wanted: number,
): QiesReport {
  const report = reportsFor(host, viewer).find(({ id }) => id === wanted);
  if (!report) throw forbidden();
  if (!["completed", "automatic"].includes(report.status)) throw notFound();
  return report;
}

function savedName(report: QiesReport, now: Date): string {
  return savedReportName({
    name: report.name,
    facility: report.fac_name ?? "",
    startDate: report.start_date,
    endDate: report.end_date,
    fiscalYear: null,
    madeOn: newYorkDay(now),
    isIsnpOnly: report.isnp_only === true,
  });
}

export function qiesReportsHandlers(host: MockHost) {
  return [
    mockEndpoint(host, "qies-reports", getQiesReports, ({ viewer, params }) => {
      if (params.endDate < params.startDate) {
        throw new Refusal(400, "The end date is before the start date.");
      }
      const rows = reportsFor(host, viewer).filter(({ requested_tstamp }) => {
        const day = requested_tstamp.slice(0, 10);
        return params.startDate <= day && day <= params.endDate;
      });
      return { data: rows, census: mockCensus(host.clock()) };
    }),
    mockEndpoint(
      host,
      "qies-reports",
      getQiesDownload,
      ({ viewer, params, session }) => {
        const report = finishedReport(host, viewer, params.id);
        const now = Math.floor(host.clock().getTime() / 1000);
        return {
          data: {
            report_url: endpointPath(
              getQiesFile,
              { id: report.id },
              {
                expires: now + LINK_SECONDS,
                signature: `of-${session.account.id}`,
              },
            ),
            name: savedName(report, host.clock()),
            file_type: "pdf",
          },
        };
      },
    ),
    mockEndpoint(
      host,
      "qies-reports",
      getQiesFile,
      ({ viewer, params, query, session }) => {
        const isLate = host.clock().getTime() >= query.expires * 1000;
        if (isLate || query.signature !== `of-${session.account.id}`) {
          throw forbidden();
        }
        const report = finishedReport(host, viewer, params.id);
        const name = savedName(report, host.clock());
        return new HttpResponse(MOCK_PDF, {
          headers: {
            "content-type": "application/pdf",
            "content-length": String(MOCK_PDF.byteLength),
            "content-disposition": `attachment; filename="${name}.pdf"`,
          },
        });
      },
    ),
    mockEndpoint(
      host,
      "qies-reports",
      postQiesReport,
      ({ viewer, body, session }) => {
        refuseOthers(viewer);
        const facility = facilitiesOf(viewer).find(
          ({ id }) => id === body.fac_id,
        );
        if (!facility) throw forbidden();
        const refusal =
          body.user_id === session.account.id
            ? refusalOfRequest(body, newYorkDay(host.clock()))
            : "The request names another user than the one who sent it.";
        if (refusal) throw new Refusal(400, refusal);
        const { args: _, user_id: __, ...request } = body;
        const report = {
          ...request,
          id: FIRST_NEW_ID + host.requestedReports.length,
          requested_tstamp: newYorkSqlDatetime(host.clock()),
          status: "requested" as const,
          fac_name: facility.name,
          isnp_only: viewer.isnpOnly,
        };
        host.requestedReports.unshift(report);
        return { data: [{ id: report.id, status: "requested", error: null }] };
      },
    ),
  ];
}

/** After those of {@link mockReports}. */
const FIRST_NEW_ID = Math.max(...FACILITIES.map(({ id }) => id)) * 10 + 100;
