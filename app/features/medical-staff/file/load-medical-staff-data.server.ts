import type { MedicalStaffRow } from "~/contract/medicalstaff";
import type { CallFailure } from "~/data/call.server";
import { pageError } from "~/data/page-error.server";
import { newYorkDay } from "~/domain/calendar";
import { parseFilters } from "~/domain/filters";
import { STAFF_FILE_COLUMNS, staffFileCells } from "../rules/file";
import { staffWords } from "../rules/words";
import { messages } from "~/domain/messages";
import { metricFileName } from "~/domain/figures/metric-file-name";
import { throughDay } from "~/domain/reach/reach-words";
import { systemMessages } from "~/domain/system-messages";
import {
  askMedicalStaff,
  readStaffQuestion,
  type StaffQuestion,
} from "../question.server";
import { arrangeList } from "~/features/profile/drill-down/arrange-list";
import { listView } from "~/features/profile/drill-down/drill-down-rows";
import { shownList } from "~/features/profile/drill-down/shown-list";
import { csvFile, makeFile } from "~/http/csv-file.server";
import { paths } from "~/paths";
import { requireScreenOfFile } from "~/session/screen.server";

const FILE_TAG = "medical-staff";

const REPORT_PARAMETERS = [
  "division",
  "region",
  "facility",
  "isnp",
  "startDate",
  "endDate",
  "sort",
  "dir",
];

/**
 * Answers with the rows of the report as a file, in the order that is chosen there. What it throws says what to do
 * instead: login (and then the report), 403, or 400 for filters that the report would have put right. Where there is
 * nothing, the host fails, or enough files are being made (429), it leads back to the report with a notice.
 */
export async function loadMedicalStaffData(
  request: Request,
): Promise<Response> {
  const report = reportOfDownload(request);

  const signedIn = await requireScreenOfFile(request, report);
  const search = new URL(request.url).searchParams;
  const today = newYorkDay(new Date());
  const { filters, notes } = parseFilters(search, today, signedIn.user.viewer);
  if (notes.length > 0) throw pageError(400, staffWords.badFilters);
  const question = await readStaffQuestion(signedIn, search);
  const { place } = question;
  if (place === null || isOddChoice(search, question)) {
    throw pageError(400, staffWords.noLocation);
  }
  const asked = { tag: FILE_TAG, page: report };
  return makeFile(signedIn, asked, async (back) => {
    const outcome = await askMedicalStaff(signedIn.call, place, filters);
    if (outcome.kind === "failure") return back("error", wordsOf(outcome));
    const { data: rows, data_through = null } =
      outcome.kind === "data" ? outcome.answer : { data: [] };
    if (rows.length === 0) return back("info", messages.panel.empty);
    const { startDate, endDate } = filters;
    const name = metricFileName({
      tag: FILE_TAG,
      ...place,
      startDate,
      endDate,
      through: throughDay(data_through, endDate, today),
    });
    const cells = inOrder(rows, question).map(staffFileCells);
    return csvFile(request, name, STAFF_FILE_COLUMNS, cells);
  });
}

/** The report that a file belongs to, as it was shown when the file was asked for. */
export function reportOfDownload(request: Request): string {
  const search = new URL(request.url).searchParams;
  const query = new URLSearchParams(
    [...search].filter(([name]) => REPORT_PARAMETERS.includes(name)),
  );
  return query.size > 0
    ? `${paths.medicalStaffReport}?${query.toString()}`
    : paths.medicalStaffReport;
}

/** A place that is not the viewer's is no choice; a file must not silently hold another's rows. */
function isOddChoice(
  search: URLSearchParams,
  { choice }: StaffQuestion,
): boolean {
  return (["division", "region", "facility"] as const).some((level) => {
    const asked = search.get(level) ?? "";
    return asked !== "" && asked !== String(choice[level]);
  });
}

function inOrder(
  rows: readonly MedicalStaffRow[],
  { sort }: StaffQuestion,
): MedicalStaffRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const sent = listView({ kind: "physicians", rows }, "physician");
  const order = sort && {
    column: sort.column.key,
    direction: sort.direction,
  };
  const { keys } = shownList(sent, arrangeList(sent, order, "all"));
  return keys.flatMap((id) => byId.get(id) ?? []);
}

/** What is said of a failure; a refusal of the host replaces the page as it would the report. */
function wordsOf({ status, message, error, reason }: CallFailure): string {
  const words = message ?? error;
  if (status >= 400 && status < 500) throw pageError(status, words);
  if (reason === "shape") return systemMessages.shapeError.table;
  return words ?? systemMessages.systemError.table;
}
