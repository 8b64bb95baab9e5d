import { Outlet, useLoaderData } from "@remix-run/react";
import {
  reportListWords,
  REPORT_COLUMN_LABELS,
  reportWithPlace,
  STATUS_WORDS,
  hasFile,
  isUnfinished,
  type ReportListColumn,
  type ReportStatus,
} from "../rules/report-list";
import { REQUEST_REPORT } from "../rules/request-link-words";
import { paths } from "~/paths";
import { PageHead } from "~/ui/page-head";
import { LinkButton } from "~/ui/button";
import type {
  loadReportList,
  ReportListView,
  ReportRow,
} from "./load-report-list.server";
import {
  reportListHref,
  fileHref,
  reportListPaperHead,
  requestAgainHref,
} from "./report-list-view";
import type { ReactNode } from "react";
import { messages } from "~/domain/messages";
import { Card } from "~/ui/card";
import { Chip } from "~/ui/chip";
import { ListStates } from "~/ui/list-states";
import { CheckIcon } from "~/ui/icons";
import { PageLink } from "~/ui/page-link";
import {
  FailedIcon,
  RepeatingIcon,
  UnderWayIcon,
  UnknownIcon,
  WaitingIcon,
} from "~/ui/state-icons";
import { DataTable } from "~/ui/table";
import { columnsOf, type TableColumn } from "~/ui/table-body";
import { useReportStates } from "./use-report-states";
import { ChoiceFilter } from "~/features/report-filters/choice-filter";
import { RangeFilterForm } from "~/features/report-filters/range-filter-form";

/** Closing the drawer returns here. */
const REQUEST_LINK_ID = "request-cms-report";

export function CmsReportsScreen() {
  const { view, crumbs } = useLoaderData<typeof loadReportList>();
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <PageHead
        crumbs={crumbs}
        title={reportListWords.title}
        aside={
          view.mayRequest ? (
            <LinkButton
              id={REQUEST_LINK_ID}
              variant="primary"
              className="max-w-full !whitespace-normal"
              to={reportListHref(view, { path: paths.requestCmsReport })}
              preventScrollReset
            >
              {REQUEST_REPORT}
            </LinkButton>
          ) : null
        }
      />
      <Outlet />
      <ReportFilters view={view} />
      <ReportTable view={view} />
    </div>
  );
}

function ReportFilters({ view }: { view: ReportListView }) {
  const canClear = view.query.length > 0 && view.list.state !== "empty";
  return (
    <RangeFilterForm
      action={paths.cmsReports}
      filters={view}
      clearHref={canClear ? paths.cmsReports : null}
    >
      <ChoiceFilter
        id="report"
        label={reportListWords.reportName}
        chosen={view.name}
        any={reportListWords.allReports}
        choices={view.names}
        textOf={(one) => one}
      />
    </RangeFilterForm>
  );
}

const LOOK: Record<ReportStatus, { icon: ReactNode; colour: string }> = {
  requested: { icon: <WaitingIcon />, colour: "text-muted" },
  pending: { icon: <UnderWayIcon />, colour: "text-muted" },
  automatic: { icon: <RepeatingIcon />, colour: "text-good" },
  completed: { icon: <CheckIcon />, colour: "text-good" },
  error: { icon: <FailedIcon />, colour: "text-bad" },
  Unknown: { icon: <UnknownIcon />, colour: "text-muted" },
};

function StatusMark({ status }: { status: ReportStatus }) {
  const { icon, colour } = LOOK[status];
  return (
    <span className={`flex items-center gap-1 ${colour}`}>
      {icon}
      {STATUS_WORDS[status]}
    </span>
  );
}

function FailureNote({ view, row }: { view: ReportListView; row: ReportRow }) {
  return (
    <div className="mt-1 max-w-form">
      <p>{row.problem ?? reportListWords.noReason}</p>
      {row.canAskAgain ? (
        <PageLink
          to={requestAgainHref(view, row.id)}
          preventScrollReset
          className="row-action print:!hidden"
          aria-label={`${reportListWords.again}: ${reportWithPlace(row)}`}
        >
          {reportListWords.again}
        </PageLink>
      ) : null}
    </div>
  );
}

const words = reportListWords;

function ReportTable({ view }: { view: ReportListView }) {
  const { list } = view;
  const { rows, news } = useReportStates(
    list.state === "data" ? list.rows : NO_ROWS,
    view.range,
  );
  return (
    <Card
      headingId="reports-heading"
      heading={words.heading}
      aside={
        <p aria-live="polite" className="text-sm text-muted">
          {view.count}
        </p>
      }
      actions={
        rows.some(({ status }) => isUnfinished(status)) ? (
          <LinkButton
            variant="quiet"
            to={reportListHref(view)}
            preventScrollReset
          >
            {words.refresh}
          </LinkButton>
        ) : null
      }
    >
      <p aria-live="polite" className="text-sm text-good">
        {news}
      </p>
      <Content view={view} rows={rows} />
    </Card>
  );
}

const NO_ROWS: ReportRow[] = [];

function Content({ view, rows }: { view: ReportListView; rows: ReportRow[] }) {
  const isFiltered = view.query.length > 0;
  return (
    <ListStates
      list={view.list}
      href={reportListHref(view)}
      empty={isFiltered ? messages.panel.empty : words.empty}
      wayOut={
        isFiltered ? (
          <LinkButton to={paths.cmsReports} preventScrollReset>
            {messages.panel.clearFilters}
          </LinkButton>
        ) : view.mayRequest ? (
          <LinkButton
            to={paths.requestCmsReport}
            className="max-w-full !whitespace-normal"
            preventScrollReset
          >
            {REQUEST_REPORT}
          </LinkButton>
        ) : null
      }
    >
      {() => (
        <DataTable
          id="reports"
          title={words.heading}
          paperHead={reportListPaperHead(view)}
          columns={columnsFor(view).map((column) => ({
            ...column,
            sortable: true,
            unlabelled: column.key === "file",
          }))}
          rowHead="type"
          rows={rows}
          rowKey={({ id }) => id}
          blocksBelow="640px"
          sort={view.sort}
          sortHref={(column, direction) =>
            reportListHref(view, {
              order: { column: column as ReportListColumn, direction },
            })
          }
        />
      )}
    </ListStates>
  );
}

function columnsFor(view: ReportListView): TableColumn<ReportRow>[] {
  return columnsOf(REPORT_COLUMN_LABELS, {
    requested: ({ day, time }) => (
      <>
        {day}{" "}
        {time ? (
          <span className="block whitespace-nowrap text-muted sm:min-w-32">
            {time} ET
          </span>
        ) : null}
      </>
    ),
    type: ({ name }) => name,
    facility: ({ facility }) =>
      facility ?? <span className="text-muted">{messages.unknown}</span>,
    range: ({ range }) => range,
    // Not a page link: the browser saves the file, or shows why there is none.
    file: (row) =>
      hasFile(row.status) ? (
        <>
          <a
            href={fileHref(view, row.id)}
            className="row-action stacked:before:content-download"
            // Reports of one kind have one name.
            aria-label={`Download ${reportWithPlace({ ...row, name: row.file })}`}
          >
            {row.file}
          </a>
          {row.isIsnpOnly ? (
            <>
              {" "}
              <Chip tone="quiet">{reportListWords.isnpOnly}</Chip>
            </>
          ) : null}
        </>
      ) : null,
    status: (row) => (
      <>
        <StatusMark status={row.status} />
        {row.status === "error" ? <FailureNote view={view} row={row} /> : null}
      </>
    ),
  });
}
