import { useLoaderData } from "@remix-run/react";
import { groupPageWords as words } from "~/features/groups/rules/page-words";
import { userTitles } from "~/features/users/rules/titles";
import { titled } from "~/features/shell/page-title";
import { paths } from "~/paths";
import { Breadcrumbs } from "~/ui/breadcrumbs";
import { LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { addGroup } from "~/user-paths";
import { GroupTable } from "~/features/groups/list/table";
import { loadGroups } from "~/features/groups/groups.server";

export { links } from "~/reports-and-users-sheet";
export { loadGroups as loader };

export const meta = titled(words.title);

export default function GroupsRoute() {
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
          {words.add}
        </LinkButton>
      </div>
      <Card headingId="groups-heading" heading={words.heading}>
        <div className="mb-3 max-w-prose space-y-2 text-sm text-muted">
          <p>{words.sentence}</p>
          <p>{words.several}</p>
          <p>{words.severalIsnp}</p>
          <p>{words.afterChange}</p>
        </div>
        {rows.length === 0 ? (
          <EmptyState message={words.none} />
        ) : (
          <GroupTable rows={rows} />
        )}
      </Card>
    </div>
  );
}
