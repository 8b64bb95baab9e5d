import { TEXT_LINK } from "~/ui/link-classes";
import { Card } from "~/ui/card";
import { PageLink } from "~/ui/page-link";
import { Pager } from "~/ui/pager";
import { DataTable } from "~/ui/table";
import type { TableColumn } from "~/ui/table-body";
import { NumberLink } from "./grouping-card";
import type { Patterns } from "./patterns.server";
import { COMPARED } from "./rules";
import { GROUPING_TITLES, SHIFT_NAMES, transferWords as words } from "./words";

type Facilities = NonNullable<Patterns["facilities"]>;
type Row = Facilities["rows"][number];

export const FACILITIES_ID = "by-facility";

export function FacilitiesCard({
  facilities: { rows, page, pages, hrefs, hasUnknownShift, smallNote },
}: {
  facilities: Facilities;
}) {
  return (
    <Card headingId="facilities-heading" heading={words.facilities}>
      <p className="mb-3 text-sm text-muted">
        {words.largest} {smallNote}
      </p>
      <DataTable
        id={FACILITIES_ID}
        page={page}
        title={words.facilities}
        columns={COLUMNS.filter(
          ({ key }) => hasUnknownShift || key !== words.notKnown,
        )}
        rows={rows}
        rowKey={({ id }) => id}
        blocksBelow="1024px"
      />
      <Pager
        label={words.facilityPages}
        page={page}
        pages={pages}
        hrefOf={(one) => `${hrefs[one - 1]}#${FACILITIES_ID}`}
      />
    </Card>
  );
}

const COLUMNS: TableColumn<Row>[] = [
  {
    key: "facility",
    label: words.facility,
    cell: ({ name, href }) => (
      <PageLink to={href} className={TEXT_LINK}>
        {name}
      </PageLink>
    ),
  },
  {
    key: "all",
    label: words.columns.transfers,
    numeric: true,
    cell: ({ all }) => numberOf(all),
  },
  {
    key: "rate",
    label: words.rate,
    numeric: true,
    cell: ({ rate }) => rate,
  },
  ...[...SHIFT_NAMES, words.notKnown].map((label, at): TableColumn<Row> => ({
    key: label,
    label,
    numeric: true,
    cell: ({ shifts }) => numberOf(shifts[at]),
  })),
  ...[...COMPARED, "cause" as const].map((by, at): TableColumn<Row> => ({
    key: by,
    label: GROUPING_TITLES[by],
    cell: ({ most }) => {
      const group = most[at];
      if (!group) return words.nothing;
      return (
        <>
          {group.label} {numberOf(group)}
        </>
      );
    },
  })),
];

function numberOf(number: Row["shifts"][number] | undefined) {
  return number ? (
    <NumberLink number={number} place="justify-end" />
  ) : (
    words.nothing
  );
}
