import { useActionData, useLoaderData } from "@remix-run/react";
import { cellName } from "../rules/report-access";
import { reportAccessWords as words } from "../rules/report-access-words";
import { paths } from "~/paths";
import { LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { ErrorState } from "~/ui/error-state";
import { ErrorSummary, type SummaryError } from "~/ui/error-summary";
import { AccessGrid } from "./access-grid";
import { cellId, type AccessAnswer, type AccessGridState } from "./access-form";
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
          <AccessGrid
            rows={grid.rows}
            page={grid.page}
            pages={grid.pages}
            isKept={isKept}
            unexpected={unexpected}
          />
        ) : null}
      </Card>
    </div>
  );
}

/** Each line links to its box, unless its report is gone. */
function summaryOf(
  answer: AccessAnswer | null,
  grid: AccessGridState,
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
