import { useRevalidator, useActionData, useLoaderData } from "@remix-run/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { AccessLevel } from "~/domain/access/ranks";
import {
  canToggle,
  cellName,
  REPORT_LEVELS,
  whyClosed,
} from "../rules/report-access";
import { reportAccessWords as words } from "../rules/report-access-words";
import {
  dropNotices,
  showNotice,
} from "~/features/shell/notices/client-notices";
import { ACCESS_LEVEL_NAMES } from "~/features/users/rules/access-level-names";
import { useHydrated } from "~/rendering/hydration";
import { Button, LinkButton } from "~/ui/button";
import { useShellData } from "~/features/shell/shell-data";
import { AlertIcon } from "~/ui/icons";
import { useNavigationNow } from "~/ui/navigation";
import { PageForm } from "~/ui/page-form";
import { Pager } from "~/ui/pager";
import { RepeatingIcon } from "~/ui/state-icons";
import { DataTable } from "~/ui/table";
import type { TableColumn } from "~/ui/table-body";
import {
  type AccessRow,
  cellId,
  reasonId,
  seenField,
  ticksField,
  gridPageHref,
  type AccessAnswer,
} from "./access-form";
import { type CellSaving, useAccessCell } from "./use-access-cell";
import { paths } from "~/paths";
import { Card } from "~/ui/card";
import { EmptyState, ErrorState } from "~/ui/states";
import { ErrorSummary, type SummaryError } from "~/ui/error-summary";
import type { SerializeFrom } from "@remix-run/node";
import type { loadReportsConfig } from "./access-form.server";

export function ReportsConfigScreen() {
  const { grid, isKept, isSetUp, unexpected } =
    useLoaderData<typeof loadReportsConfig>();
  const answer = useActionData<AccessAnswer>() ?? null;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <div className="min-w-0">
        <LinkButton
          variant="quiet"
          // Wraps, because one line is wider than a phone at 200 % text size.
          className="-ml-2 max-w-full !whitespace-normal"
          to={paths.users}
        >
          {words.back}
        </LinkButton>
        <h1 className="text-2xl font-semibold">{words.title}</h1>
      </div>
      <ErrorSummary
        title={words.notAll}
        errors={summaryOf(answer, grid)}
        attempt={answer}
      />
      <Card headingId="report-access-heading" heading={words.heading}>
        {grid.state === "error" ? (
          <ErrorState message={grid.message} retryHref={paths.reportsConfig} />
        ) : null}
        {grid.state === "error" ? null : (
          <p className="mb-3 text-sm text-muted">
            {grid.state === "data" ? words.hint : null} {words.added}{" "}
            {isSetUp ? null : words.notSetUp}
          </p>
        )}
        {grid.state === "empty" ? <EmptyState message={words.none} /> : null}
        {grid.state === "data" ? (
          <AccessGrid {...grid} isKept={isKept} unexpected={unexpected} />
        ) : null}
      </Card>
    </div>
  );
}

/** Each line links to its box, unless its report is gone. */
function summaryOf(
  answer: AccessAnswer | null,
  grid: SerializeFrom<typeof loadReportsConfig>["grid"],
): SummaryError[] {
  const rows = grid.state === "data" ? grid.rows : [];
  return (answer?.failures ?? []).map(({ reportId, level, text }) => {
    const row = rows.find(({ id }) => id === reportId);
    return row
      ? {
          text: `${cellName(row.title, level)}: ${text}`,
          fieldId: cellId(reportId, level),
        }
      : { text: `${words.report} ${reportId}: ${text}` };
  });
}

type CellErrors = Readonly<Record<string, string>>;

function useSavedCells(unexpected: string) {
  const [errors, setErrors] = useState<CellErrors>({});
  const [news, setNews] = useState("");
  const { revalidate } = useRevalidator();

  function forget(id: string) {
    const text = errors[id];
    if (text === undefined) return;
    dropNotices((notice) => notice.text === text);
    setErrors(({ [id]: _, ...others }) => others);
  }

  function savingOf(
    row: AccessRow,
    level: AccessLevel,
    csrfToken: string,
  ): CellSaving {
    const id = cellId(row.id, level);
    const name = cellName(row.title, level);
    return {
      csrfToken,
      unexpected,
      onSaving() {
        forget(id);
        setNews(`${words.saving} ${name}`);
      },
      onSaved() {
        setNews("");
        showNotice({ tone: "success", text: words.updated });
        // Somebody else may have changed other boxes meanwhile.
        revalidate();
      },
      onFailed(text) {
        setNews("");
        const problem = `${name}: ${text}`;
        setErrors((before) => ({ ...before, [id]: problem }));
        showNotice({ tone: "error", text: problem });
      },
    };
  }

  return { errors, news, savingOf };
}

interface AccessGridProps {
  rows: AccessRow[];
  page: number;
  pages: number;
  /** Some ticks come from an earlier session and are not saved. */
  isKept: boolean;
  unexpected: string;
}

/** Saves each box as it is clicked; without scripts it is a form (R206). */
function AccessGrid(props: AccessGridProps) {
  const { rows, page, pages, isKept, unexpected } = props;
  const csrfToken = useShellData()?.csrfToken ?? null;
  const isHydrated = useHydrated();
  // The same kind of box before and after hydration, so that no click in between is lost.
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
      // A browser that restores ticks after a reload would make them look new.
      autoComplete="off"
      preventScrollReset
      onSubmit={(event) => {
        if ((isLive && isHydrated) || isSending) event.preventDefault();
      }}
      className="space-y-3"
    >
      <DataTable
        // Remount when the kind of box changes.
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
        <div
          className={
            isKept
              ? "flex flex-wrap items-center gap-4"
              : "flex flex-wrap items-center gap-4 scripted:hidden"
          }
        >
          <Button variant="primary" aria-disabled={isSending}>
            {words.save}
          </Button>
          <p className="text-sm text-muted">
            {isKept ? words.kept : words.hintForm}
          </p>
        </div>
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

interface AccessCellProps {
  row: AccessRow;
  level: AccessLevel;
  errorId: string | null;
}

function attributesOf({ row, level, errorId }: AccessCellProps) {
  const isClosed = !canToggle(row, level);
  return {
    id: cellId(row.id, level),
    type: "checkbox",
    name: ticksField(row.id),
    value: level,
    "aria-label": cellName(row.title, level),
    "aria-describedby": isClosed ? reasonId(row.id) : (errorId ?? undefined),
    disabled: isClosed,
    className: "h-6 w-6 accent-accent disabled:opacity-50",
  } as const;
}

function FormCell(props: AccessCellProps) {
  const { row, level } = props;
  return (
    <Place isBusy={false}>
      <input
        {...attributesOf(props)}
        defaultChecked={row.ticked.includes(level)}
      />
    </Place>
  );
}

function LiveCell({
  saving,
  ...props
}: AccessCellProps & { saving: CellSaving }) {
  const { row, level } = props;
  const box = useRef<HTMLInputElement>(null);
  const { isTicked, isBusy, toggle } = useAccessCell(
    { reportId: row.id, level, isAllowed: row.roles.includes(level) },
    saving,
  );
  // It may have been clicked before scripts ran.
  useEffect(() => {
    const isTickedNow = box.current?.checked;
    if (isTickedNow !== undefined && isTickedNow !== isTicked) {
      toggle(isTickedNow);
    }
    // Only once: afterwards the box follows.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return (
    <Place isBusy={isBusy}>
      <input
        {...attributesOf(props)}
        ref={box}
        checked={isTicked}
        onChange={({ target }) => toggle(target.checked)}
      />
    </Place>
  );
}

/** Reserves room for the spinner, so that nothing moves. */
function Place({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  return (
    <span className="stacked:mb-2 flex w-20 items-center justify-center gap-1 stacked:justify-start">
      <span className="w-4 stacked:hidden" />
      {children}
      <span className="flex h-4 w-4 text-accent">
        {isBusy ? (
          <span
            data-busy=""
            className="flex animate-spin motion-reduce:animate-none"
          >
            <RepeatingIcon />
          </span>
        ) : null}
      </span>
    </span>
  );
}
