import { stringify } from "csv-stringify/sync";
import { pageError } from "~/data/page-error.server";
import { newYorkDay } from "~/domain/calendar";
import { CSV_FORM, csvCell } from "~/domain/lists/csv-cells";
import { DOWNLOAD_TEXTS } from "~/domain/lists/download-texts";
import { ENOUGH_EXPORTS } from "~/domain/lists/export-limits";
import { parseSignalSort, sortSignals } from "~/domain/signals/signal-order";
import { signalWords as words } from "~/domain/signals/signal-words";
import {
  SIGNALS_FILE_COLUMNS,
  signalsFileCells,
} from "~/domain/signals/signals-file";
import { readFilters } from "~/features/profile/filters/read-filters";
import { pageOf } from "~/features/profile/load/load-profile.server";
import {
  askSignals,
  childrenOf,
  signalLevelOf,
  type SignalParams,
} from "~/features/signals/ask-signals.server";
import { fileResponse } from "~/http/file-response.server";
import { paths, withSearch } from "~/paths";
import { downloadLimit } from "~/session/download-limit.server";
import { requireUserOfFile } from "~/session/guard-page.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import { signalsPath } from "~/signal-paths";

/**
 * Answers with the signals of a page as a file, all of its rows in the page's order. What it throws says what to do instead: login (and
 * then the page), 403 or 404, or 400 for filters that the page would have put right. Where there is nothing, the host fails, or enough
 * files are being made, it leads back to the page with a notice.
 */
export async function loadSignalsFile(
  request: Request,
  params: SignalParams,
): Promise<Response> {
  const level = signalLevelOf(params);
  const idText = params.id ?? "";
  const search = new URL(request.url).searchParams;
  const from = level
    ? withSearch(signalsPath(level, encodeURIComponent(idText)), search)
    : paths.home;
  const page = level && pageOf(level, idText);
  const signedIn = await requireUserOfFile(request, from, page);
  if (!level) throw pageError(404);
  const { viewer } = signedIn.user;
  const today = newYorkDay(new Date());
  const { filters, notes } = readFilters(search, level, viewer, today);
  if (notes.length > 0) throw pageError(400, DOWNLOAD_TEXTS.badFilters);
  const back = (tone: "info" | "error", text: string) =>
    redirectWithNotice(signedIn, from, { tone, text });
  const ended = downloadLimit.tryAcquire(`signals ${signedIn.csrfToken}`);
  if (!ended) return back("error", ENOUGH_EXPORTS);
  try {
    const id = Number(idText);
    const outcome = await askSignals(signedIn, { level, id }, filters);
    if (outcome.kind === "not-offered") {
      return await back("error", words.missing);
    }
    if (outcome.kind === "failure") {
      const { status, message, error } = outcome;
      if (status >= 400 && status < 500) {
        throw pageError(status, message ?? error);
      }
      return await back("error", message ?? error ?? words.failed);
    }
    if (outcome.kind === "empty") return await back("info", words.empty);
    const children = childrenOf(level, outcome.answer.data.rows);
    const rows = sortSignals(children, parseSignalSort(search)).map((row) =>
      signalsFileCells(row).map(csvCell),
    );
    const text = stringify([SIGNALS_FILE_COLUMNS, ...rows], {
      bom: true,
      ...CSV_FORM,
    });
    return fileResponse(request, {
      name: `signals-${level}-${id}-${filters.endDate}.csv`,
      contentType: "text/csv; charset=utf-8",
      body: new Blob([text]).stream(),
    });
  } finally {
    ended();
  }
}
