import path from "node:path";
import type { Kysely } from "kysely";
import { type AccessLevel, ACCESS_LEVELS } from "~/domain/access/ranks";
import { refusedRemovals, type TableRemoval } from "./limits";
import {
  insertAuditEvents,
  type AuditRecord,
} from "~server/audit/audit-events";
import { selectReports, type ListedReport } from "~server/reports/own-reports";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import { ProblemLog } from "./problem-log";
import { auditedByImport } from "./import-recorder";
import { keptTransaction, type KeepResult } from "./kept-transaction";
import { FIXED_REPORTS } from "~/features/embedded-reports/rules/report-access";
import * as cells from "./cells";
import type { Cell, CellValue } from "./cells";
import { readTable, type RowProblem, type TableFormat } from "./read-table";

interface ReportsOptions {
  store: Store;
  filePath: string;
  replace: boolean;
  /** Embedded reports may go, however many they are (R233). */
  allowRemoval?: ReadonlySet<string>;
  now: Date;
  keep?: KeepResult<ReportsResult>;
}

/** The name under which the list of reports is to be allowed to lose rows. */
export const REPORTS_TABLE = "reports";

/** Refused: something is wrong, nothing was stored. */
export type ReportsResult =
  | {
      outcome: "refused";
      problems: ProblemLog;
      /** The removals that it is refused for, where nothing is wrong in the file. */
      removals: TableRemoval[];
    }
  | {
      outcome: "stored";
      added: number;
      changed: number;
      unchanged: number;
      removed: number;
    };

/**
 * Imports a list of reports, all or nothing, by their slugs. The same file twice changes nothing. Of the reports that have
 * a page of their own, title and access levels can change; they never go. Each access level that a report is given to or
 * taken from is recorded in the audit trail.
 */
export async function importReports(
  options: ReportsOptions,
): Promise<ReportsResult> {
  const { store, filePath } = options;
  const keep = options.keep ?? (() => Promise.resolve(true));
  const file = path.basename(filePath);
  const { reports, problems } = await readReportsFile(filePath, file);
  if (problems.count > 0) return { outcome: "refused", problems, removals: [] };
  return keptTransaction(
    store,
    (db) => storeReports(db, { file, reports, problems }, options),
    async (db, result) => result.outcome !== "refused" && keep(db, result),
  );
}

async function storeReports(
  db: Kysely<Schema>,
  { file, reports, problems }: ReportsFile & { file: string },
  { replace, allowRemoval = new Set(), now }: ReportsOptions,
): Promise<ReportsResult> {
  const stored = await selectReports(db);
  const bySlug = new Map(stored.map((report) => [report.report_id, report]));
  const named = new Set(reports.map(({ reportId }) => reportId));
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
  // Those of the demo organisation are there to be replaced.
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
    return { outcome: "refused", problems, removals };
  }
  const result = { added: 0, changed: 0, unchanged: 0, removed: 0 };
  const records: AuditRecord[] = [];
  for (const { id, report_id, roles } of gone) {
    await db.deleteFrom("reports").where("id", "=", id).execute();
    records.push(...roleRecords(report_id, roles, [], now));
    result.removed += 1;
  }
  for (const report of reports) {
    const known = bySlug.get(report.reportId);
    if (known && isSame(known, report)) {
      result.unchanged += 1;
      continue;
    }
    result[known ? "changed" : "added"] += 1;
    await storeReport(db, report, known?.id);
    records.push(
      ...roleRecords(report.reportId, known?.roles ?? [], report.roles, now),
    );
  }
  await insertAuditEvents(db, records);
  return { outcome: "stored", ...result };
}

/** An embed token is asked for by place, so one place is one report. */
function tellOfTakenPlaces(
  reports: readonly ListedReportRow[],
  others: readonly ListedReport[],
  tell: (line: number, example: string) => void,
): void {
  for (const { line, workspaceId, powerBiReportId } of reports) {
    const taken = others.find(
      (other) =>
        workspaceId !== null &&
        other.workspace_id === workspaceId &&
        other.powerbi_report_id === powerBiReportId,
    );
    if (taken) tell(line, `is the place of the report ${taken.report_id}`);
  }
}

function valuesOf(report: ListedReportRow) {
  return {
    report_id: report.reportId,
    title: report.title,
    type: report.type,
    workspace_id: report.workspaceId,
    powerbi_report_id: report.powerBiReportId,
    row_level_role: report.rowLevelRole,
    // One of the demo organisation's is the operator's from now on.
    demo: 0 as const,
  };
}

function isSame(known: ListedReport, report: ListedReportRow): boolean {
  const values = valuesOf(report);
  const columns = Object.keys(values) as (keyof typeof values)[];
  return (
    columns.every((column) => known[column] === values[column]) &&
    known.roles.join() === report.roles.join()
  );
}

/** What the trail says of a report's access levels, from those before to those after. */
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

interface ListedReportRow {
  line: number;
  reportId: string;
  title: string;
  type: "powerbi" | "other";
  workspaceId: string | null;
  powerBiReportId: string | null;
  rowLevelRole: string | null;
  roles: AccessLevel[];
}

interface ReportsFile {
  reports: ListedReportRow[];
  problems: ProblemLog;
}

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const LONGEST_SLUG = 80;

/** Access levels that can see reports; account managers see none. */
const LEVELS = ACCESS_LEVELS.filter((level) => level !== "account_manager");

function patterned(pattern: RegExp, expected: string, longest = 200): Cell {
  return cells.text(longest).transform((text, context) => {
    const lower = String(text).toLowerCase();
    if (pattern.test(lower)) return lower;
    const message = `is not ${expected}`;
    const example = cells.exampleOf(String(text), message);
    context.addIssue({ code: "custom", message, params: { example } });
    return null;
  });
}

const slug = patterned(
  SLUG,
  "a slug (small letters, digits and single hyphens, like infection-control)",
  LONGEST_SLUG,
);
const guid = patterned(GUID, "an id of Power BI (a GUID)");

const column = (name: string, cell: Cell) => ({ name, to: name, cell });

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

/** Ids belong to embedded reports, and the reports with a page of their own are what they are. */
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

/** Reads a list of reports. What is wrong is told by line and column; then its rows are worth nothing. */
async function readReportsFile(
  path: string,
  file: string,
): Promise<ReportsFile> {
  const problems = new ProblemLog([file]);
  const reports: ListedReportRow[] = [];
  const slugLines = new Map<string, number>();
  const placeLines = new Map<string, number>();
  await readTable(path, formatOf(file), problems, ({ line, values, bad }) => {
    const text = (name: string) => {
      const value = values[name] ?? null;
      return value === null ? null : String(value);
    };
    const tellOnce = (
      lines: Map<string, number>,
      key: string | null,
      name: string,
    ) => {
      if (key === null) return;
      const first = lines.get(key);
      if (first === undefined) lines.set(key, line);
      else {
        const message = "is there already";
        const example = `${message}, on line ${first}`;
        problems.add({ file, line, column: name, message, example });
      }
    };
    const workspaceId = text("workspace_id");
    const powerBiReportId = text("powerbi_report_id");
    tellOnce(slugLines, text("report_id"), "report_id");
    if (!bad && values.type === "powerbi") {
      for (const name of ["workspace_id", "powerbi_report_id"]) {
        if (values[name] !== null) continue;
        const message = "must not be blank for the type powerbi";
        problems.add({ file, line, column: name, message });
      }
      const place = workspaceId && `${workspaceId}/${powerBiReportId}`;
      tellOnce(placeLines, powerBiReportId && place, "powerbi_report_id");
    }
    reports.push({
      line,
      reportId: text("report_id") ?? "",
      title: text("title") ?? "",
      type: values.type === "other" ? "other" : "powerbi",
      workspaceId,
      powerBiReportId,
      rowLevelRole: text("row_level_role"),
      roles: LEVELS.filter((level) => wordsOf(values.roles).includes(level)),
    });
  });
  return { reports, problems };
}
