import { stringify } from "csv-stringify/sync";
import type { CallFailure } from "~/data/call.server";
import { pageError } from "~/data/page-error.server";
import { CSV_FORM, csvCell, type CsvCell } from "~/domain/lists/csv-cells";
import { ENOUGH_EXPORTS } from "~/domain/lists/download-texts";
import { downloadLimit } from "~/session/download-limit.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import type { SignedIn } from "~/session/require-user.server";
import { fileResponse } from "./file-response.server";

type Back = (tone: "info" | "error", text: string) => Promise<Response>;

/** Leads back to the page if too many files are being made. */
export async function makeFile(
  signedIn: SignedIn,
  { tag, page }: { tag: string; page: string },
  make: (back: Back) => Promise<Response>,
): Promise<Response> {
  const back: Back = (tone, text) =>
    redirectWithNotice(signedIn, page, { tone, text });
  const ended = downloadLimit.tryAcquire(`${tag} ${signedIn.csrfToken}`);
  if (!ended) return back("error", ENOUGH_EXPORTS);
  try {
    return await make(back);
  } finally {
    ended();
  }
}

/** A refusal of the host replaces the page. */
export function noFile(
  outcome: { kind: "empty" } | CallFailure,
  words: { empty: string; failed: string },
  back: Back,
): Promise<Response> {
  if (outcome.kind === "empty") return back("info", words.empty);
  const { status, message, error } = outcome;
  if (status >= 400 && status < 500) throw pageError(status, message ?? error);
  return back("error", message ?? error ?? words.failed);
}

/** Begins with the byte order mark, by which spreadsheets know UTF-8. */
export function csvFile(
  request: Request,
  name: string,
  heads: readonly string[],
  rows: readonly (readonly CsvCell[])[],
): Response {
  const cells = rows.map((row) => row.map(csvCell));
  const text = stringify([heads, ...cells], { bom: true, ...CSV_FORM });
  return fileResponse(request, {
    name,
    contentType: "text/csv; charset=utf-8",
    body: new Blob([text]).stream(),
  });
}
