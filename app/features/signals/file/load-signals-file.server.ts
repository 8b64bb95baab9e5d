import { pageError } from "~/data/page-error.server";
import { DOWNLOAD_TEXTS } from "~/domain/lists/download-texts";
import { parseSignalSort, sortSignals } from "../rules/order";
import { signalWords as words } from "../rules/words";
import { SIGNALS_FILE_COLUMNS, signalsFileCells } from "../rules/file";
import { readFilters } from "~/features/profile/filters/read-filters";
import {
  isOfFacilities,
  signalLevelOf,
  type SignalParams,
} from "../place.server";
import { csvFile, makeFile, noFile } from "~/http/csv-file.server";
import { paths, withSearch } from "~/paths";
import { requireScreenOfFile } from "~/session/screen.server";
import { todayAtPlace } from "~/session/today-at-place.server";
import { signalsPath } from "~/signal-paths";
import { listSignals } from "~server/signals/service";

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
  const signedIn = await requireScreenOfFile(request, from);
  if (!level) throw pageError(404);
  const { viewer } = signedIn.user;
  const id = Number(idText);
  const today = await todayAtPlace(signedIn, level, id);
  const { filters, notes } = readFilters(search, level, viewer, today);
  if (notes.length > 0) throw pageError(400, DOWNLOAD_TEXTS.badFilters);
  return makeFile(signedIn, { tag: "signals", page: from }, async (back) => {
    const { endDate, isnp } = filters;
    const place = { level, id };
    const facilities = isOfFacilities(level, search);
    const asked = { place, endDate, isnp, facilities };
    const outcome = await signedIn.ask(listSignals, asked);
    if (outcome.kind !== "data") return noFile(outcome, words, back);
    const { rows: children } = outcome.answer.data;
    const rows = sortSignals(children, parseSignalSort(search));
    const of = facilities ? "-facilities" : "";
    const name = `signals-${level}-${id}${of}-${endDate}.csv`;
    return csvFile(
      request,
      name,
      SIGNALS_FILE_COLUMNS,
      rows.map(signalsFileCells),
    );
  });
}
