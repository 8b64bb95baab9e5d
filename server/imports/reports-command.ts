import { importReports, REPORTS_TABLE } from "./import-reports";
import { runFilesImport } from "./run-files-import";

const USAGE = `Usage: npm run import:reports -- FILE.csv [--replace] [--allow-removal=reports] [--dry-run] [--json]

Adds the reports of FILE.csv to the list, or changes those that are there by their report_id. Columns: report_id, title,
type, workspace_id, powerbi_report_id, row_level_role, roles (separated by spaces). The import stores everything or nothing.

  --replace                also removes embedded reports that the file does not hold
  --allow-removal=reports  lets more than 5 % of the embedded reports go
  --dry-run                tells what the import would do, and stores nothing
  --json                   writes the report as JSON to standard output, and all else to standard error
`;

await runFilesImport({
  usage: USAGE,
  options: ["replace", "allow-removal", "dry-run", "json"],
  removable: [REPORTS_TABLE],
  title: "Reports from",
  kind: "reports",
  isWhole: true,
  importFiles: importReports,
  linesOf: ({ tables }) =>
    tables.map(
      ({ added, changed, unchanged, removed }) =>
        `${added} new, ${changed} changed, ${unchanged} unchanged, ${removed} removed.`,
    ),
});
