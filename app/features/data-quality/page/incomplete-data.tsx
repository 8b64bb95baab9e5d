import { useLoaderData } from "@remix-run/react";
import { messages } from "~/domain/messages";
import { PageHead } from "~/ui/page-head";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/table";
import type { TableColumn } from "~/ui/table-body";
import type { loadIncompleteData } from "./incomplete-data.server";

export const incompleteWords = {
  title: "Incomplete Data",
  table: "Instances of Incomplete Data",
  sample:
    "These are sample rows with invented names. They show none of your patients.",
};

interface Row {
  cells: (string | null)[];
  number: number;
}

/** The heads are in capitals (R222). */
const COLUMNS: TableColumn<Row>[] = [
  "CLIENT ID",
  "MRN",
  "FIRST NAME",
  "LAST NAME",
  "ADMISSION EFFECTIVE DATE",
  "DISCHARGE CENSUS ID",
  "DISCHARGE EFFECTIVE DATE",
].map((label, position) => ({
  key: label,
  label,
  cell: ({ cells, number }) =>
    cells[position] ? (
      // A number that breaks at its hyphen is read as two.
      <span className="whitespace-nowrap">{cells[position]}</span>
    ) : (
      <span className="text-muted">
        {messages.unknown}
        {position === 0 ? (
          <span className="sr-only">, row {number}</span>
        ) : null}
      </span>
    ),
}));

export function IncompleteDataScreen() {
  const { crumbs, rows } = useLoaderData<typeof loadIncompleteData>();
  return (
    <>
      <PageHead
        title={incompleteWords.title}
        crumbs={[...crumbs, { label: incompleteWords.title, current: true }]}
      />
      <Card headingId="instances-heading" heading={incompleteWords.table}>
        <p className="-mt-2 mb-3 text-sm text-muted">
          {incompleteWords.sample}
        </p>
        <DataTable
          id="instances"
          title={incompleteWords.table}
          columns={COLUMNS}
          rows={rows.map((cells, place) => ({ cells, number: place + 1 }))}
          rowKey={({ number }) => number}
          blocksBelow="640px"
          labelsRowHead
        />
      </Card>
    </>
  );
}
