import type { CallFailure } from "~/data/call.server";
import type { DownloadOutcome } from "~/data/download.server";
import { pageError } from "~/data/page-error.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import type { SignedIn } from "~/session/require-user.server";
import { fileResponse } from "./file-response.server";

interface AskedFile {
  name: string;
  page: string;
  empty: string;
  failed: string;
  unreadable?: string;
}

/** Leads back to the page with a notice if there is no file. A refusal of the host replaces the page. */
export async function answerDownload(
  request: Request,
  signedIn: SignedIn,
  outcome: DownloadOutcome,
  file: AskedFile,
): Promise<Response> {
  const { name, page, empty } = file;
  switch (outcome.kind) {
    case "file":
      return fileResponse(request, { ...outcome, name });
    case "empty":
      return redirectWithNotice(signedIn, page, { tone: "info", text: empty });
    case "failure": {
      // The user gave up: no notice now, and none on the next page.
      if (outcome.reason === "cancelled") {
        return new Response(null, { status: 204 });
      }
      const text = failureText(outcome, file);
      return redirectWithNotice(signedIn, page, { tone: "error", text });
    }
  }
}

/** The user's own limit passes by itself: they stay where they can try again. */
const TOO_MANY = 429;

function failureText(
  { status, message, error, reason }: CallFailure,
  { failed, unreadable = failed }: AskedFile,
): string {
  const words = message ?? error;
  const isRefusal = status >= 400 && status < 500 && status !== TOO_MANY;
  if (isRefusal) throw pageError(status, words);
  return reason === "shape" ? unreadable : (words ?? failed);
}
