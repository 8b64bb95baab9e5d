import { getQiesDownload } from "~/contract/qies-reports";
import type { CallFailure } from "~/data/call.server";
import { pageError } from "~/data/page-error.server";
import { reportFileName } from "~/domain/qies/report-file-name";
import { systemMessages } from "~/domain/system-messages";
import { fileResponse } from "~/http/file-response.server";
import { paths } from "~/paths";
import { guardPage } from "~/session/guard-page.server";
import { requireUser } from "~/session/require-user.server";

const { reportDownload: FAILED } = systemMessages.systemError;
const ID = /^\d{1,15}$/;

/**
 * Answers with the file of a finished report (reports spec §7): asks for where it is, and passes it on from there. What it
 * throws says what to do instead: login (and then the list), 403, 404, 429, or why there is no file.
 */
export async function loadReportFile(
  request: Request,
  idText: string,
): Promise<Response> {
  // Login leads back to the list: a file would leave the login form standing on the screen.
  const signedIn = await requireUser(
    new Request(new URL(listOfFile(request), request.url), {
      headers: request.headers,
    }),
  );
  await guardPage(signedIn, {
    page: "fixed-report",
    report: "cms-qies-reports",
  });
  if (!ID.test(idText)) throw pageError(404);
  const { signal } = request;
  const id = Number(idText);
  const link = await signedIn.call(getQiesDownload, { params: { id } });
  if (link.kind === "failure") return failed(link);
  if (link.kind === "empty") throw pageError(404);
  const { report_url, name } = link.answer.data;
  const outcome = await signedIn.downloadReport(report_url, { signal });
  switch (outcome.kind) {
    case "file":
      return fileResponse(request, {
        name: reportFileName(name),
        contentType: "application/pdf",
        isCompact: true,
        body: outcome.body,
      });
    case "empty":
      throw pageError(404);
    case "failure":
      return failed(outcome);
  }
}

/** The list that a download was asked for from, as it was shown. */
export function listOfFile(request: Request): string {
  const query = new URL(request.url).searchParams;
  query.delete("_data");
  return query.size > 0 ? `${paths.cmsReports}?${query}` : paths.cmsReports;
}

function failed({ status, message, error, reason }: CallFailure): Response {
  // Nobody is there to be told.
  if (reason === "cancelled") return new Response(null, { status: 204 });
  const words = reason === "shape" ? FAILED : (message ?? error ?? FAILED);
  throw pageError(status >= 400 ? status : 502, words);
}
