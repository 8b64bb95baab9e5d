import { PageForm } from "~/ui/page-form";
import type { ReactNode } from "react";
import type { AccessLevel } from "~/domain/access/ranks";
import {
  REPORT_LEVELS,
  whyClosed,
} from "~/features/embedded-reports/rules/report-access";
import { reportAccessWords as words } from "~/features/embedded-reports/rules/report-access-words";
import { ACCESS_LEVEL_NAMES } from "~/features/users/rules/access-level-names";
import { CsrfField } from "~/ui/csrf-field";
import { Button } from "~/ui/button";
import { AlertIcon } from "~/ui/icons";
import { Pager } from "~/ui/pager";
import { DataTable } from "~/ui/table";
import type { TableColumn } from "~/ui/table-body";
import { useHydrated } from "~/rendering/hydration";
import { FormCell, LiveCell } from "./access-cell";
import { cellId, reasonId, seenField, type AccessRow } from "./access-form";
import { gridPageHref } from "./reports-config-href";
import { useSavedCells, type CellErrors } from "./use-saved-cells";
import { useNavigationNow } from "~/ui/navigation";

export interface AccessGridProps {
  rows: AccessRow[];
  page: number;
  pages: number;
  /** Some ticks come from before the last session ended, and wait to be saved. */
  isKept: boolean;
  csrfToken: string | null;
  /** What is said of a failure that nobody explains. */
  unexpected: string;
}

/**
 * Reports by access levels, a box for each (R206). Without scripts it is a form; with them each box is
 * saved as it is clicked.
 */
export function AccessGrid(props: AccessGridProps) {
  const { rows, page, pages, isKept, csrfToken, unexpected } = props;
  const isHydrated = useHydrated();
  // Boxes are the same ones before and after scripts come, so that no click between is lost.
  const isLive = !isKept && csrfToken !== null;
  const isSending = useNavigationNow().state === "submitting";
  const { errors, news, savingOf } = useSavedCells(unexpected);

  function cellOf(row: AccessRow, level: AccessLevel) {
    const id = cellId(row.id, level);
    const errorId = errors[id] === undefined ? null : `${id}-error`;
    const cell = { row, level, errorId };
    return isLive ? (
      <LiveCell {...cell} saving={savingOf(row, level, csrfToken)} />
    ) : (
      <FormCell {...cell} />
    );
  }

  return (
    <PageForm
      method="post"
      action={gridPageHref(page)}
      aria-label={words.heading}
      // A browser that keeps ticks over a reload would take them for new ones.
      autoComplete="off"
      preventScrollReset
      onSubmit={(event) => {
        if ((isLive && isHydrated) || isSending) event.preventDefault();
      }}
      className="space-y-3"
    >
      <CsrfField token={csrfToken} />
      <DataTable
        // Cells that are of another kind begin anew.
        key={String(isLive)}
        id="report-access"
        title={words.heading}
        columns={columnsOf(errors, cellOf)}
        rows={rows}
        rowKey={({ id }) => id}
        page={page}
        blocksBelow="640px"
      />
      <p aria-live="polite" className="sr-only">
        {news}
      </p>
      {isLive && isHydrated ? null : (
        <SaveAll isKept={isKept} isSending={isSending} />
      )}
      <Pager
        label={words.pages}
        page={page}
        pages={pages}
        hrefOf={gridPageHref}
      />
    </PageForm>
  );
}

function columnsOf(
  errors: CellErrors,
  cellOf: (row: AccessRow, level: AccessLevel) => ReactNode,
): TableColumn<AccessRow>[] {
  return [
    {
      key: "report",
      label: words.report,
      cell: (row) => <ReportHead row={row} errors={errors} />,
    },
    ...REPORT_LEVELS.map((level) => ({
      key: level,
      label: (
        <span className="block w-20 text-center">
          {ACCESS_LEVEL_NAMES[level]}
        </span>
      ),
      labelText: ACCESS_LEVEL_NAMES[level],
      cell: (row: AccessRow) => cellOf(row, level),
    })),
  ];
}

/** The button of the form, where boxes are not saved as they are clicked. */
function SaveAll({
  isKept,
  isSending,
}: Pick<AccessGridProps, "isKept"> & { isSending: boolean }) {
  return (
    <div
      className={
        isKept
          ? "flex flex-wrap items-center gap-3"
          : "flex flex-wrap items-center gap-3 scripted:hidden"
      }
    >
      <Button variant="primary" aria-disabled={isSending}>
        {words.save}
      </Button>
      <p className="text-sm text-muted">
        {isKept ? words.kept : words.hintForm}
      </p>
    </div>
  );
}

function ReportHead({ row, errors }: { row: AccessRow; errors: CellErrors }) {
  const reason = whyClosed(row);
  return (
    <>
      {row.title}{" "}
      {row.isEmbedded ? (
        <span className="block text-muted">{words.embedded}</span>
      ) : null}{" "}
      {reason ? (
        <span
          id={reasonId(row.id)}
          className="block whitespace-normal text-sm font-normal text-muted"
        >
          {reason}
        </span>
      ) : null}
      <input
        type="hidden"
        name={seenField(row.id)}
        value={row.roles.join(" ")}
      />
      {REPORT_LEVELS.map((level) => {
        const id = cellId(row.id, level);
        const text = errors[id];
        return text === undefined ? null : (
          <span
            key={id}
            id={`${id}-error`}
            className="flex items-start gap-1 font-medium text-bad"
          >
            <AlertIcon />
            {text}
          </span>
        );
      })}
    </>
  );
}
