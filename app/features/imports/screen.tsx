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
import type { ReactNode } from "react";
import { formatCount } from "~/domain/number-format";
import { Chip } from "~/ui/chip";
import { DataTable } from "~/ui/table";
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
      <Findings
        id="import-problems"
        title={words.problems}
        meaning={report.problemsMeaning}
        rows={report.problems}
      />
      <Findings
        id="import-warnings"
        title={words.warnings}
        meaning={words.warningsMean}
        rows={report.warnings}
      />
      <Part title={tablesTitle}>
        {tables.length === 0 ? (
          <p className="text-sm text-muted">{words.noRows}</p>
        ) : (
          <DataTable
            id="import-rows"
            title={tablesTitle}
            columns={ROW_COLUMNS}
            rows={tables}
            rowKey={({ name }) => name}
            blocksBelow="640px"
          />
        )}
      </Part>
      {files.length === 0 ? null : (
        <Part title={words.files}>
          <DataTable
            id="import-files"
            title={words.files}
            columns={FILE_COLUMNS}
            rows={files}
            rowKey={({ name }) => name}
            blocksBelow="1024px"
          />
        </Part>
      )}
    </Card>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mt-4">
      <h3 className="mb-1 text-sm font-semibold">{title}</h3>
      {children}
    </div>
  );
}

function Findings({
  id,
  title,
  meaning,
  rows,
}: {
  id: string;
  title: string;
  meaning: string;
  rows: readonly FindingRow[];
}) {
  if (rows.length === 0) return null;
  return (
    <Part title={title}>
      <p className="mb-2 text-sm text-muted">{meaning}</p>
      <DataTable
        id={id}
        title={title}
        columns={FINDING_COLUMNS}
        rows={rows}
        rowKey={({ file, column, message }) => `${file} ${column} ${message}`}
        blocksBelow="640px"
      />
    </Part>
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
