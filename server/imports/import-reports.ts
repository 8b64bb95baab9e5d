import path from "node:path";
import type { Kysely } from "kysely";
import { type AccessLevel, ACCESS_LEVELS } from "~/domain/access/ranks";
import { refusedRemovals } from "./limits";
import {
  insertAuditEvents,
  type AuditRecord,
} from "~server/audit/audit-events";
import { selectReports, type ListedReport } from "~server/reports/own-reports";
import type { Schema } from "~server/store/schema";
import { onceOnly, ProblemLog } from "./problem-log";
import { auditedByImport } from "./import-report";
import { keptTransaction } from "./kept-transaction";
import { FIXED_REPORTS } from "~/features/embedded-reports/rules/report-access";
import * as cells from "./cells";
import type { Cell, CellValue } from "./cells";
import {
  column,
  readTable,
  type RowProblem,
  type TableFormat,
} from "./read-table";
import type { FilesImport, FilesResult } from "./run-files-import";

interface ReportsOptions extends FilesImport<FilesResult> {
  filePath: string;
  replace: boolean;
  allowRemoval?: ReadonlySet<string>;
  now: Date;
}

/** Lets embedded reports go (`--allow-removal`). */
export const REPORTS_TABLE = "reports";

/** Imports reports by their slugs, all or nothing. Reports with their own page stay; changes of levels are audited. */
export async function importReports(
  options: ReportsOptions,
): Promise<FilesResult> {
  const { store, filePath, keep } = options;
  const file = await readReportsFile(filePath, path.basename(filePath));
  if (file.problems.count > 0) {
    return { problems: file.problems, removals: [], tables: [] };
  }
  const work = (db: Kysely<Schema>) => storeReports(db, file, options);
  return keptTransaction(store, work, keep);
}

async function storeReports(
  db: Kysely<Schema>,
  { file, reports, problems }: ReportsFile,
  { replace, allowRemoval = new Set(), now }: ReportsOptions,
): Promise<FilesResult> {
  const stored = await selectReports(db);
  const bySlug = new Map(stored.map((report) => [report.report_id, report]));
  const named = new Set(reports.map(({ report_id }) => report_id));
  const gone = stored.filter(
    ({ type, report_id }) =>
      replace && type === "powerbi" && !named.has(report_id),
  );
  tellOfTakenPlaces(
    reports,
    stored.filter((one) => !gone.includes(one) && !named.has(one.report_id)),
    (line, example) =>
      problems.add({
        file,
        line,
        column: "powerbi_report_id",
        message: "is the place of another report",
        example,
      }),
  );
  const isOwn = ({ type, demo }: ListedReport) =>
    type === "powerbi" && demo === 0;
  const removals = refusedRemovals(
    [
      {
        name: REPORTS_TABLE,
        removed: gone.filter(isOwn).length,
        stored: stored.filter(isOwn).length,
      },
    ],
    allowRemoval,
  );
  if (problems.count > 0 || removals.length > 0) {
    return { problems, removals, tables: [] };
  }
  const result = {
    ...{ name: REPORTS_TABLE, added: 0, changed: 0 },
    ...{ unchanged: 0, removed: 0 },
  };
  const records: AuditRecord[] = [];
  for (const { id, report_id, roles } of gone) {
    await db.deleteFrom("reports").where("id", "=", id).execute();
    records.push(...roleRecords(report_id, roles, [], now));
    result.removed += 1;
  }
  for (const report of reports) {
    const known = bySlug.get(report.report_id);
    if (known && isSame(known, report)) {
      result.unchanged += 1;
      continue;
    }
    result[known ? "changed" : "added"] += 1;
    await storeReport(db, report, known?.id);
    records.push(
      ...roleRecords(report.report_id, known?.roles ?? [], report.roles, now),
    );
  }
  await insertAuditEvents(db, records);
  return { problems, removals, tables: [result] };
}

/** The embed token names a place, so each place has one report. */
function tellOfTakenPlaces(
  reports: readonly ListedReportRow[],
  others: readonly ListedReport[],
  tell: (line: number, example: string) => void,
): void {
  for (const { line, workspace_id, powerbi_report_id } of reports) {
    const taken = others.find(
      (other) =>
        workspace_id !== null &&
        other.workspace_id === workspace_id &&
        other.powerbi_report_id === powerbi_report_id,
    );
    if (taken) tell(line, `is the place of the report ${taken.report_id}`);
  }
}

/** A demo report becomes the operator's own. */
function valuesOf({ line: _, roles: _roles, ...report }: ListedReportRow) {
  return { ...report, demo: 0 as const };
}

function isSame(known: ListedReport, report: ListedReportRow): boolean {
  const values = valuesOf(report);
  const columns = Object.keys(values) as (keyof typeof values)[];
  return (
    columns.every((column) => known[column] === values[column]) &&
    known.roles.join() === report.roles.join()
  );
}

function roleRecords(
  report: string,
  before: readonly AccessLevel[],
  after: readonly AccessLevel[],
  at: Date,
): AuditRecord[] {
  const action = "change_report_access";
  const recordOf = (role: AccessLevel, allow: boolean) =>
    auditedByImport(at, { action, details: { report, role, allow } });
  return [
    ...before
      .filter((role) => !after.includes(role))
      .map((role) => recordOf(role, false)),
    ...after
      .filter((role) => !before.includes(role))
      .map((role) => recordOf(role, true)),
  ];
}

async function storeReport(
  db: Kysely<Schema>,
  report: ListedReportRow,
  knownId: number | undefined,
): Promise<void> {
  const values = valuesOf(report);
  let id = knownId;
  if (id === undefined) {
    const added = await db
      .insertInto("reports")
      .values(values)
      .returning("id")
      .executeTakeFirstOrThrow();
    id = added.id;
  } else {
    await db.updateTable("reports").set(values).where("id", "=", id).execute();
    await db.deleteFrom("report_roles").where("report", "=", id).execute();
  }
  if (report.roles.length === 0) return;
  const rows = report.roles.map((role) => ({ report: id, role }));
  await db.insertInto("report_roles").values(rows).execute();
}

type ListedReportRow = Omit<ListedReport, "id" | "demo"> & { line: number };

interface ReportsFile {
  file: string;
  reports: ListedReportRow[];
  problems: ProblemLog;
}

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const LONGEST_SLUG = 80;

/** Account managers see no reports. */
const LEVELS = ACCESS_LEVELS.filter((level) => level !== "account_manager");

function patterned(pattern: RegExp, expected: string, longest = 200): Cell {
  return cells.text(longest, (text) => {
    const lower = text.toLowerCase();
    return pattern.test(lower)
      ? lower
      : cells.wrongCell(text, `is not ${expected}`);
  });
}

const slug = patterned(
  SLUG,
  "a slug (small letters, digits and single hyphens, like infection-control)",
  LONGEST_SLUG,
);
const guid = patterned(GUID, "an id of Power BI (a GUID)");

function formatOf(file: string): TableFormat {
  return {
    file,
    columns: [
      column("report_id", slug),
      column("title", cells.text(200)),
      column("type", cells.oneOf(["powerbi", "other"])),
      column("workspace_id", cells.optional(guid)),
      column("powerbi_report_id", cells.optional(guid)),
      column("row_level_role", cells.optional(cells.text(128))),
      column("roles", cells.optional(cells.text(200))),
    ],
    checkRow: (values) => [...checkType(values), ...checkRoles(values.roles)],
  };
}

type Values = Readonly<Record<string, CellValue>>;

function checkType(values: Values): RowProblem[] {
  const { report_id, type } = values;
  if (report_id === null || type === null) return [];
  const hasPage = FIXED_REPORTS.some((fixed) => fixed === report_id);
  if (type === "powerbi") {
    return hasPage
      ? [{ column: "type", message: `must be other for ${report_id}` }]
      : [];
  }
  const embedding = ["workspace_id", "powerbi_report_id", "row_level_role"];
  return [
    ...(hasPage
      ? []
      : [
          {
            column: "type",
            message:
              "must be powerbi (other is for reports that have a page of their own)",
          },
        ]),
    ...embedding
      .filter((name) => values[name] !== null)
      .map((name) => ({
        column: name,
        message: "must be blank for the type other",
      })),
  ];
}

function checkRoles(roles: CellValue | undefined): RowProblem[] {
  const words = wordsOf(roles);
  const wrong = words.find((word) => !LEVELS.some((level) => level === word));
  if (wrong !== undefined) {
    const message = `has a word that is not one of ${LEVELS.join(", ")}`;
    return [{ column: "roles", message }];
  }
  return new Set(words).size < words.length
    ? [{ column: "roles", message: "names an access level twice" }]
    : [];
}

function wordsOf(roles: CellValue | undefined): string[] {
  return typeof roles === "string" ? roles.split(/\s+/) : [];
}

async function readReportsFile(
  path: string,
  file: string,
): Promise<ReportsFile> {
  const problems = new ProblemLog([file]);
  const reports: ListedReportRow[] = [];
  const tellSlug = onceOnly(problems, { file, column: "report_id" });
  const tellPlace = onceOnly(problems, { file, column: "powerbi_report_id" });
  await readTable(path, formatOf(file), problems, ({ line, values, bad }) => {
    const text = (name: string) => {
      const value = values[name] ?? null;
      return value === null ? null : String(value);
    };
    const report: ListedReportRow = {
      line,
      report_id: text("report_id") ?? "",
      title: text("title") ?? "",
      type: values.type === "other" ? "other" : "powerbi",
      workspace_id: text("workspace_id"),
      powerbi_report_id: text("powerbi_report_id"),
      row_level_role: text("row_level_role"),
      roles: LEVELS.filter((level) => wordsOf(values.roles).includes(level)),
    };
    reports.push(report);
    tellSlug(text("report_id"), line);
    if (bad || values.type !== "powerbi") return;
    for (const column of ["workspace_id", "powerbi_report_id"] as const) {
      if (report[column] !== null) continue;
      const message = "must not be blank for the type powerbi";
      problems.add({ file, line, column, message });
    }
    const { workspace_id, powerbi_report_id: id } = report;
    tellPlace(workspace_id && id && `${workspace_id}/${id}`, line);
  });
  return { file, reports, problems };
}
