import { getQiesDownload } from "~/contract/qies-reports";
import type { CallFailure } from "~/data/call.server";
import { pageError } from "~/data/page-error.server";
import { reportFileName } from "../rules/report-file-name";
import { systemMessages } from "~/domain/system-messages";
import { fileResponse } from "~/http/file-response.server";
import { paths } from "~/paths";
import { requireScreenOfFile } from "~/session/screen.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import type { SignedIn } from "~/session/require-user.server";

const { reportDownload: FAILED } = systemMessages.systemError;
const ID = /^\d{1,15}$/;

/**
 * Answers with the file of a finished report (R177): asks for where it is, and passes it on from there. Where there is
 * none it leads back to the list, which says why, also where the host has it no longer or refuses it. Throws what leads
 * to login (and then the list), 403 for who may not see the list, and 404 for an address of no report.
 */
export async function loadReportFile(
  request: Request,
  idText: string,
): Promise<Response> {
  const signedIn = await requireScreenOfFile(request, listOfFile(request));
  if (!ID.test(idText)) throw pageError(404);
  const { signal } = request;
  const id = Number(idText);
  const link = await signedIn.call(getQiesDownload, { params: { id } });
  if (link.kind !== "data") return failed(request, signedIn, link);
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
    default:
      return failed(request, signedIn, outcome);
  }
}

/** The list that a download was asked for from, as it was shown. */
export function listOfFile(request: Request): string {
  const query = new URL(request.url).searchParams;
  query.delete("_data");
  return query.size > 0 ? `${paths.cmsReports}?${query}` : paths.cmsReports;
}

async function failed(
  request: Request,
  signedIn: SignedIn,
  outcome: CallFailure | { kind: "empty" },
): Promise<Response> {
  const { message, error, reason }: Partial<CallFailure> =
    outcome.kind === "failure" ? outcome : {};
  // Nobody is there to be told.
  if (reason === "cancelled") return new Response(null, { status: 204 });
  const text = reason === "shape" ? FAILED : (message ?? error ?? FAILED);
  const list = listOfFile(request);
  return redirectWithNotice(signedIn, list, { tone: "error", text });
}
