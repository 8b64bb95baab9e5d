import { ACCESS_LEVELS, type AccessLevel } from "~/domain/access/ranks";
import { FIXED_REPORTS } from "~/features/embedded-reports/rules/report-access";
import * as cells from "./cells";
import type { Cell, CellValue } from "./cells";
import { ProblemLog } from "./problem-log";
import { readTable, type RowProblem, type TableFormat } from "./read-table";

export interface ListedReportRow {
  line: number;
  reportId: string;
  title: string;
  type: "powerbi" | "other";
  workspaceId: string | null;
  powerBiReportId: string | null;
  rowLevelRole: string | null;
  roles: AccessLevel[];
}

export interface ReportsFile {
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
export async function readReportsFile(
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
