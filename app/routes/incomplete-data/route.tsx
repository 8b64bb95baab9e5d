import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { messages } from "~/domain/messages";
import { dashboardCrumb } from "~/features/shell/navigation/first-crumbs";
import { titled } from "~/features/shell/page-title";
import { requireScreen } from "~/session/screen.server";
import { PageHead } from "~/ui/page-head";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/table";
import type { TableColumn } from "~/ui/table-body";
import { INCOMPLETE_DATA_ROWS } from "~/features/data-quality/page/incomplete-data-rows.data";

export { links } from "~/reports-and-users-sheet";

const TITLE = "Incomplete Data";
const TABLE_TITLE = "Instances of Incomplete Data";

export async function loader({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  return {
    crumbs: [
      dashboardCrumb(signedIn.user.viewer),
      { label: TITLE, current: true },
    ],
    rows: INCOMPLETE_DATA_ROWS,
  };
}

export const meta = titled(TITLE);

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

export default function IncompleteDataRoute() {
  const { crumbs, rows } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={TITLE} crumbs={crumbs} />
      <Card headingId="instances-heading" heading={TABLE_TITLE}>
        <p className="-mt-2 mb-3 text-sm text-muted">
          These are sample rows with invented names. They show none of your
          patients.
        </p>
        <DataTable
          id="instances"
          title={TABLE_TITLE}
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
