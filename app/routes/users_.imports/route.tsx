import { useLoaderData } from "@remix-run/react";
import { importWords as words } from "~/features/imports/rules/words";
import { titledAsLoaded } from "~/features/shell/page-title";
import { Card } from "~/ui/card";
import { PageHead } from "~/ui/page-head";
import { PagedList } from "~/ui/paged-list";
import { ImportReport, IMPORT_COLUMNS } from "~/features/imports/report";
import { loadImports } from "~/features/imports/load-imports.server";

export { links } from "~/reports-and-users-sheet";

export { loadImports as loader };

export const meta = titledAsLoaded(words.title);

export default function ImportsRoute() {
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
