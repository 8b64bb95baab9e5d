import type { LoaderFunctionArgs } from "@remix-run/node";
import { pageError } from "~/data/page-error.server";
import { TODAY_FILE_COLUMNS, todayFileCells } from "./rules/file";
import { listResidents } from "./rules/list";
import { grouped } from "./rules/order";
import { narrowed, readTodayQuery, todayQuery } from "./rules/query";
import { todayWords as words } from "./rules/words";
import { askToday, todayPlaceOf } from "./ask-today.server";
import { csvFile, makeFile, noFile } from "~/http/csv-file.server";
import { paths, withQuery, placePath } from "~/paths";
import { requireScreenOfFile } from "~/session/screen.server";

/** Throws login (which leads back to the page), 403 or 404. Leads back with a notice if there is no file. */
export async function loadTodayFile({
  request,
  params,
}: LoaderFunctionArgs): Promise<Response> {
  const place = todayPlaceOf(params);
  const { filters, sort } = readTodayQuery(new URL(request.url).searchParams);
  const from = place
    ? withQuery(
        placePath("today", place.level, place.id),
        todayQuery(filters, sort),
      )
    : paths.home;
  const signedIn = await requireScreenOfFile(request, from);
  if (!place) throw pageError(404);
  return makeFile(signedIn, { tag: "today", page: from }, async (back) => {
    const { outcome } = await askToday(signedIn, place, true);
    if (outcome.kind !== "data") return noFile(outcome, words, back);
    const { day, facilities } = outcome.answer;
    const shown = narrowed(listResidents(outcome.answer), filters);
    if (shown.length === 0) return back("info", words.emptyFiltered);
    const { attention, out, others } = grouped(shown, sort);
    const reaches = new Map(
      facilities.map((one) => [one.facility_id, one.data_through]),
    );
    const rows = [...attention, ...out, ...others].map((one) =>
      todayFileCells(one, reaches.get(one.row.facility_id) ?? null),
    );
    const name = `today-${place.level}-${place.id}-${day}.csv`;
    return csvFile(request, name, TODAY_FILE_COLUMNS, rows);
  });
}
