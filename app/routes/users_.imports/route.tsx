import { useLoaderData } from "@remix-run/react";
import { importWords as words } from "~/features/imports/rules/words";
import { userTitles } from "~/features/users/rules/titles";
import { titledAsLoaded } from "~/features/shell/page-title";
import { paths } from "~/paths";
import { Breadcrumbs } from "~/ui/breadcrumbs";
import { Card } from "~/ui/card";
import { PagedList } from "~/ui/paged-list";
import { ImportReport, IMPORT_COLUMNS } from "~/features/imports/report";
import { loadImports } from "~/features/imports/load-imports.server";

export { links } from "~/reports-and-users-sheet";

export { loadImports as loader };

export const meta = titledAsLoaded(words.title);

const CRUMBS = [
  { label: userTitles.all, href: paths.users },
  { label: words.title, current: true },
];

/** What the imports did (R264), for account managers: only they may open it. */
export default function ImportsRoute() {
  const { view } = useLoaderData<typeof loadImports>();
  const { list } = view;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <div>
        <Breadcrumbs crumbs={CRUMBS} />
        <h1 className="text-2xl font-semibold">{words.title}</h1>
        <p className="mt-1 max-w-prose text-sm text-muted">
          {words.about} {words.noPatients}
        </p>
      </div>
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
