import type { SerializeFrom } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { groupPageWords as words } from "../rules/page-words";
import { userTitles } from "~/features/users/rules/titles";
import { paths } from "~/paths";
import { Breadcrumbs } from "~/ui/breadcrumbs";
import { LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/states";
import { addGroup, groupPath } from "~/user-paths";
import type { loadGroups } from "../groups.server";
import { Fragment } from "react";
import { PageLink } from "~/ui/page-link";
import { DataTable } from "~/ui/table";
import type { TableColumn } from "~/ui/table-body";

export function GroupsScreen() {
  const { rows } = useLoaderData<typeof loadGroups>();
  return (
    <div>
      <Breadcrumbs
        crumbs={[
          { label: userTitles.all, href: paths.users },
          { label: words.title, current: true },
        ]}
      />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <h1 className="min-w-0 text-2xl font-semibold">{words.title}</h1>{" "}
        <LinkButton variant="primary" to={addGroup}>
          Add group
        </LinkButton>
      </div>
      <Card headingId="groups-heading" heading="What groups may see">
        <div className="mb-3 max-w-prose space-y-2 text-sm text-muted">
          <p>
            Groups in the organisation's login can give users their access. This
            table says what each group gives.
          </p>
          <p>{words.several}</p>
          <p>{words.severalIsnp}</p>
          <p>{words.afterChange}</p>
        </div>
        {rows.length === 0 ? (
          <EmptyState message={words.none} />
        ) : (
          <DataTable
            id="groups"
            title={words.title}
            columns={COLUMNS}
            rows={rows}
            rowKey={(row) => row.id}
            blocksBelow="640px"
          />
        )}
      </Card>
    </div>
  );
}

type GroupRow = SerializeFrom<typeof loadGroups>["rows"][number];

const COLUMNS: TableColumn<GroupRow>[] = [
  {
    key: "group",
    label: words.name,
    cell: ({ title, name }) => (
      <span className="block sm:min-w-40">
        <Breakable text={title} />
        {name === null ? null : (
          <>
            {" "}
            <span className="block text-sm text-muted">
              <Breakable text={name} />
            </span>
          </>
        )}
      </span>
    ),
  },
  { key: "level", label: words.level, cell: ({ level }) => level },
  {
    key: "location",
    label: words.location,
    cell: ({ locations }) => (
      <span className="block sm:min-w-40">
        {locations.map(({ text, isInvalid }, place) => (
          <Fragment key={`${place} ${text}`}>
            {place > 0 ? ", " : null}
            {isInvalid ? <span className="text-bad">{text}</span> : text}
          </Fragment>
        ))}
      </span>
    ),
  },
  {
    key: "isnp",
    label: words.isnp,
    cell: ({ isnpOnly }) =>
      isnpOnly ? words.yes : <span className="text-muted">{words.no}</span>,
  },
  {
    key: "actions",
    label: <span className="sr-only">{words.actions}</span>,
    labelText: words.actions,
    unlabelled: true,
    cell: (row) => <Actions {...row} />,
  },
];

/** Names may be long, without a space to break at. */
function Breakable({ text }: { text: string }) {
  return <span className="[overflow-wrap:anywhere]">{text}</span>;
}

function Actions({ id, title }: GroupRow) {
  return (
    <span className="row-actions">
      <PageLink
        to={groupPath(id, "edit")}
        aria-label={`${words.edit} ${title}`}
        className="row-action"
      >
        {words.edit}
      </PageLink>{" "}
      <PageLink
        to={groupPath(id, "remove")}
        aria-label={`${words.remove} ${title}`}
        className="row-action"
      >
        {words.remove}
      </PageLink>
    </span>
  );
}
