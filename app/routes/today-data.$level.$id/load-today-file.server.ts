import { stringify } from "csv-stringify/sync";
import { pageError } from "~/data/page-error.server";
import { epochDayOf } from "~/domain/calendar";
import { CSV_FORM, csvCell } from "~/domain/lists/csv-cells";
import { ENOUGH_EXPORTS } from "~/domain/lists/export-limits";
import { TODAY_FILE_COLUMNS, todayFileCells } from "~/domain/today/today-file";
import { listResidents } from "~/domain/today/today-list";
import { grouped } from "~/domain/today/today-order";
import {
  narrowed,
  readTodayQuery,
  todayQuery,
} from "~/domain/today/today-query";
import { todayWords as words } from "~/domain/today/today-words";
import {
  askToday,
  todayPageOf,
  type TodayParams,
} from "~/features/today/ask-today.server";
import { fileResponse } from "~/http/file-response.server";
import { paths, withSearch } from "~/paths";
import { downloadLimit } from "~/session/download-limit.server";
import { requireUserOfFile } from "~/session/guard-page.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import { todayPath } from "~/today-paths";

/**
 * Answers with the residents of the page Today as a file, as the page shows them. What it throws says what to do instead: login (and then the
 * page), 403 or 404. Where there is nobody, the host fails, or enough files are being made, it leads back to the page with a notice.
 */
export async function loadTodayFile(
  request: Request,
  params: TodayParams,
): Promise<Response> {
  const page = todayPageOf(params);
  const { filters, sort } = readTodayQuery(new URL(request.url).searchParams);
  const from = page
    ? withSearch(
        todayPath(page.level, encodeURIComponent(page.id)),
        new URLSearchParams(todayQuery(filters, sort)),
      )
    : paths.home;
  const signedIn = await requireUserOfFile(request, from, page);
  if (!page) throw pageError(404);
  const back = (tone: "info" | "error", text: string) =>
    redirectWithNotice(signedIn, from, { tone, text });
  const ended = downloadLimit.tryAcquire(`today ${signedIn.csrfToken}`);
  if (!ended) return back("error", ENOUGH_EXPORTS);
  try {
    const place = { level: page.level, id: Number(page.id) };
    const { outcome } = await askToday(signedIn, place, true);
    if (outcome.kind === "not-offered")
      return await back("error", words.missing);
    if (outcome.kind === "failure") {
      const { status, message, error } = outcome;
      if (status >= 400 && status < 500)
        throw pageError(status, message ?? error);
      return await back("error", message ?? error ?? words.failed);
    }
    if (outcome.kind === "empty") return await back("info", words.empty);
    const { data, day, facilities } = outcome.answer;
    const today = epochDayOf(day);
    const shown = narrowed(listResidents(data, today), filters, today);
    if (shown.length === 0) return await back("info", words.emptyFiltered);
    const { attention, out, others } = grouped(shown, sort);
    const reaches = new Map(
      facilities.map((one) => [one.facility_id, one.data_through]),
    );
    const rows = [...attention, ...out, ...others].map((one) =>
      todayFileCells(one, reaches.get(one.row.facility_id) ?? null).map(
        csvCell,
      ),
    );
    const text = stringify([TODAY_FILE_COLUMNS, ...rows], {
      bom: true,
      ...CSV_FORM,
    });
    return fileResponse(request, {
      name: `today-${page.level}-${place.id}-${day}.csv`,
      contentType: "text/csv; charset=utf-8",
      body: new Blob([text]).stream(),
    });
  } finally {
    ended();
  }
}
