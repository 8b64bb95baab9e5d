import { useLoaderData } from "@remix-run/react";
import { importWords as words } from "./rules/words";
import { Card } from "~/ui/card";
import { PageHead } from "~/ui/page-head";
import { PagedList } from "~/ui/paged-list";
import type {
  loadImports,
  FindingRow,
  ImportReportView,
  ImportRow,
} from "./load-imports.server";
import { formatCount } from "~/domain/number-format";
import { Chip } from "~/ui/chip";
import { DataTable, type TableProps } from "~/ui/table";
import type { TableColumn } from "~/ui/table-body";
import { PageLink } from "~/ui/page-link";

export function ImportsScreen() {
  const { view, crumbs } = useLoaderData<typeof loadImports>();
  const { list } = view;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <PageHead crumbs={crumbs} title={words.title}>
        <p className="mt-1 max-w-prose text-sm text-muted">
          {words.about} {words.noPatients}
        </p>
      </PageHead>
      {list.state === "data" ? <ImportReport report={list.report} /> : null}
      <Card headingId="imports-heading" heading={words.list}>
        <PagedList
          list={list}
          pages={view}
          words={words}
          id="imports"
          title={words.list}
          columns={IMPORT_COLUMNS}
          rowKey={({ id }) => id}
          blocksBelow="640px"
        />
      </Card>
    </div>
  );
}

function ImportReport({
  report: { outcome, tables, tablesTitle, files, ...report },
}: {
  report: ImportReportView;
}) {
  return (
    <Card
      headingId="import-report-heading"
      heading={report.heading}
      aside={<Chip tone={outcome.tone}>{outcome.word}</Chip>}
    >
      {report.note === null ? null : (
        <p className="mb-3 text-sm">{report.note}</p>
      )}
      <dl className="grid grid-cols-1 gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
        {report.facts.map(({ label, value }) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0">{value}</dd>
          </div>
        ))}
      </dl>
      <ReportTable
        id="import-problems"
        title={words.problems}
        meaning={report.problemsMeaning}
        {...FINDINGS}
        rows={report.problems}
      />
      <ReportTable
        id="import-warnings"
        title={words.warnings}
        meaning={words.warningsMean}
        {...FINDINGS}
        rows={report.warnings}
      />
      <ReportTable
        id="import-rows"
        title={tablesTitle}
        empty={words.noRows}
        columns={ROW_COLUMNS}
        rows={tables}
        rowKey={({ name }) => name}
        blocksBelow="640px"
      />
      <ReportTable
        id="import-files"
        title={words.files}
        columns={FILE_COLUMNS}
        rows={files}
        rowKey={({ name }) => name}
        blocksBelow="1024px"
      />
    </Card>
  );
}

/** Without rows it says that it is `empty`, or is left out. */
function ReportTable<Row>({
  meaning,
  empty,
  ...table
}: TableProps<Row> & { meaning?: string; empty?: string }) {
  const isEmpty = table.rows.length === 0;
  const text = isEmpty ? empty : meaning;
  if (isEmpty && empty === undefined) return null;
  return (
    <div className="mt-4">
      <h3 className="mb-1 text-sm font-semibold">{table.title}</h3>
      {text && (
        <p
          className={isEmpty ? "text-sm text-muted" : "mb-2 text-sm text-muted"}
        >
          {text}
        </p>
      )}
      {isEmpty ? null : <DataTable {...table} />}
    </div>
  );
}

type TableCounts = ImportReportView["tables"][number];

const COUNTS = ["added", "changed", "unchanged", "removed"] as const;

const ROW_COLUMNS: TableColumn<TableCounts>[] = [
  { key: "name", label: words.table, cell: ({ name }) => name },
  ...COUNTS.map((key): TableColumn<TableCounts> => ({
    key,
    label: words.columns[key],
    numeric: true,
    cell: (row) => formatCount(row[key]),
  })),
];

const FINDING_COLUMNS: TableColumn<FindingRow>[] = [
  {
    key: "message",
    label: words.finding.message,
    cell: ({ message }) => message,
  },
  { key: "file", label: words.finding.file, cell: ({ file }) => file },
  { key: "column", label: words.finding.column, cell: ({ column }) => column },
  { key: "where", label: words.finding.lines, cell: ({ where }) => where },
];

const FINDINGS = {
  columns: FINDING_COLUMNS,
  rowKey: ({ file, column, message }: FindingRow) =>
    `${file} ${column} ${message}`,
  blocksBelow: "640px",
} as const;

const FILE_COLUMNS: TableColumn<ImportReportView["files"][number]>[] = [
  { key: "name", label: words.file.name, cell: ({ name }) => name },
  {
    key: "size",
    label: words.file.size,
    numeric: true,
    cell: ({ size }) => <span className="whitespace-nowrap">{size}</span>,
  },
  {
    key: "sha256",
    label: words.file.sha256,
    cell: ({ sha256 }) => (
      <code className="break-all text-xs text-muted">{sha256}</code>
    ),
  },
];

const IMPORT_COUNTS = [
  "added",
  "changed",
  "removed",
  "problems",
  "warnings",
] as const;

const IMPORT_COLUMNS: TableColumn<ImportRow>[] = [
  {
    key: "at",
    label: words.columns.at,
    cell: ({ href, isShown, at, day, time }) => (
      <PageLink
        to={href}
        className="cell-link inline-flex min-h-6 items-center touch:min-h-10"
        aria-current={isShown ? "true" : undefined}
      >
        <time dateTime={at}>
          {day} {time}
        </time>
      </PageLink>
    ),
  },
  { key: "kind", label: words.columns.kind, cell: ({ kind }) => kind },
  {
    key: "outcome",
    label: words.columns.outcome,
    cell: ({ outcome: { tone, word } }) => <Chip tone={tone}>{word}</Chip>,
  },
  ...IMPORT_COUNTS.map((key): TableColumn<ImportRow> => ({
    key,
    label: words.columns[key],
    numeric: true,
    cell: (row) => row[key],
  })),
];
