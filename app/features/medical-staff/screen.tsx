import { useLoaderData, useLocation } from "@remix-run/react";
import { staffWords } from "./rules/words";
import { PageHead } from "~/ui/page-head";
import type { loadMedicalStaff, StaffView } from "./load-medical-staff.server";
import { useNavigationNow } from "~/ui/navigation";
import type { DrillDownColumn } from "~/domain/figures/drill-down-columns";
import { messages } from "~/domain/messages";
import type { ListView } from "~/features/profile/profile-view";
import { medicalStaffData, medicalStaffReport } from "~/report-paths";
import { buttonClass } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState, ErrorState, StateLink } from "~/ui/states";
import { NobodyIcon } from "~/ui/icons";
import { DataTable } from "~/ui/table";
import type { TableColumn } from "~/ui/table-body";
import { staffHref } from "./view";
import { profilePath } from "~/paths";
import { IsnpField } from "~/features/report-filters/filter-form";
import { RangeFilterForm } from "~/features/report-filters/range-filter-form";

export function MedicalStaffScreen() {
  const { view, crumbs } = useLoaderData<typeof loadMedicalStaff>();
  const isLoading = useIsLoadingFigures();
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4" aria-busy={isLoading}>
      <PageHead
        crumbs={crumbs}
        title={staffWords.title}
        name={view.placeName}
        aside={
          view.accurate ? (
            <p className="min-w-0 text-balance text-sm text-muted">
              {view.accurate}
            </p>
          ) : null
        }
      />
      <div>
        <StaffFilters view={view} />
      </div>
      <StaffTable view={view} isLoading={isLoading} />
    </div>
  );
}

/** A new order changes no figure, so the table stays as it is until that comes. */
function useIsLoadingFigures(): boolean {
  const here = useLocation();
  const { location: next } = useNavigationNow();
  if (!next || next.pathname !== here.pathname) return false;
  return next.search === here.search || figuresOf(next) !== figuresOf(here);
}

function figuresOf({ search }: { search: string }): string {
  const query = new URLSearchParams(search);
  query.delete("sort");
  query.delete("dir");
  return query.toString();
}

const TABLE_ID = "staff";

function StaffTable({
  view,
  isLoading,
}: {
  view: StaffView;
  isLoading: boolean;
}) {
  const { list } = view;
  return (
    <Card
      headingId="staff-heading"
      heading={staffWords.table}
      aside={
        <p aria-live="polite" className="text-sm text-muted">
          {isLoading ? messages.loading : null}
          {!isLoading && list.state === "data" ? list.data.count : null}
        </p>
      }
      actions={
        list.state === "data" ? (
          <a
            href={staffHref(view, view.sort, medicalStaffData)}
            className={buttonClass("quiet")}
          >
            {staffWords.export}
          </a>
        ) : null
      }
    >
      <Content view={view} />
    </Card>
  );
}

function Content({ view }: { view: StaffView }) {
  const { list, shownRows } = view;
  switch (list.state) {
    case "choose":
      return <EmptyState message={staffWords.choose} />;
    case "error":
      return (
        <ErrorState
          message={messages.panel.error}
          retryHref={staffHref(view)}
        />
      );
    case "empty":
      return (
        <EmptyState message={messages.panel.empty}>
          {view.query.length > 0 ? (
            <StateLink to={medicalStaffReport}>
              {messages.panel.clearFilters}
            </StateLink>
          ) : null}
        </EmptyState>
      );
    case "data":
      return (
        <>
          {[shownRows, list.data.note].map((note) =>
            note === null ? null : (
              <p key={note} className="-mt-2 mb-3 text-sm text-muted">
                {note}
              </p>
            ),
          )}
          <Rows view={view} list={list.data} />
        </>
      );
  }
}

interface Row {
  id: number;
  /** The index of its cells in each column. */
  place: number;
}

function Rows({ view, list }: { view: StaffView; list: ListView }) {
  return (
    <DataTable<Row>
      id={TABLE_ID}
      title={staffWords.table}
      columns={list.heads.map((head, position) =>
        columnOf(view, head, list.columns[position] ?? []),
      )}
      rows={list.keys.map((id, place) => ({ id, place }))}
      rowKey={({ id }) => id}
      cachedRows={{ version: view.keys.rows }}
      paperHead={view.paper}
      sort={view.sort}
      sortHref={(column, direction) => staffHref(view, { column, direction })}
    />
  );
}

function columnOf(
  view: StaffView,
  { key, label, kind, hint, detail }: DrillDownColumn,
  texts: string[],
): TableColumn<Row> {
  const isName = kind === "name";
  return {
    key,
    label,
    ...(hint !== undefined && { hint }),
    ...(detail !== undefined && { detail }),
    numeric: !isName,
    sortable: kind !== "frailty-distribution",
    cell: ({ id, place }) => {
      const text = texts[place] ?? "";
      return isName ? <NameCell view={view} id={id} name={text} /> : text;
    },
  };
}

function NameCell(row: { view: StaffView; id: number; name: string }) {
  const { view, id, name } = row;
  const isNobody = id === view.nobodyId;
  const href = rowHref(view, id);
  const text = isNobody ? (
    <>
      <NobodyIcon /> {messages.noPhysician}
    </>
  ) : (
    name || messages.unknown
  );
  return href === null ? text : <a href={href}>{text}</a>;
}

/**
 * Keeps the facility of a physician. Null for stays without a physician at a part of what the viewer sees: their
 * profile would include other places.
 */
function rowHref(
  { place, carried, isWholeView, nobodyId }: StaffView,
  id: number,
): string | null {
  const facility = place?.level === "facility" ? place.id : undefined;
  if (id === nobodyId && facility === undefined && !isWholeView) return null;
  return profilePath("physician", id, {
    ...(facility !== undefined && { "facility-id": facility }),
    ...carried,
  });
}

function StaffFilters({ view }: { view: StaffView }) {
  const { query, list, isnpFixed, isnp } = view;
  const canClear = query.length > 0 && list.state !== "empty";
  return (
    <>
      <RangeFilterForm
        action={medicalStaffReport}
        filters={view}
        clearHref={canClear ? medicalStaffReport : null}
      >
        <div className={isnpFixed ? undefined : "col-span-full sm:!min-w-fit"}>
          <IsnpField isFixed={isnpFixed} isnp={isnp} />
        </div>
      </RangeFilterForm>
      {list.state === "data" ? null : (
        <p className="hidden print:block">{view.paper}</p>
      )}
    </>
  );
}
