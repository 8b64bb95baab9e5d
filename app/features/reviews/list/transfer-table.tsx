import { useLocation } from "@remix-run/react";
import { Button } from "~/ui/button";
import { PageForm } from "~/ui/page-form";
import { FORM, MARK_DONE } from "../form-values";
import { reviewWords } from "../rules/words";
import { reviewListWords as words } from "./words";
import { Chip } from "~/ui/chip";
import { CELL_LINK } from "~/ui/link-classes";
import { PageLink } from "~/ui/page-link";
import type { TableColumn } from "~/ui/table-body";
import type { TransferRow } from "./load-reviews.server";

/** Transfers with their reviews; the resident's name leads to the review. */
export const TRANSFER_COLUMNS: TableColumn<TransferRow>[] = [
  {
    key: "resident",
    label: words.columns.resident,
    cell: ({ href, name, mrn, transferred }) => (
      <>
        <PageLink
          to={href}
          className={CELL_LINK}
          // A resident may have several transfers.
          aria-label={`${name}, ${words.columns.transferred} ${transferred}`}
        >
          {name}
        </PageLink>{" "}
        <span className="block text-sm font-normal text-muted">{mrn}</span>
      </>
    ),
  },
  {
    key: "transferred",
    label: words.columns.transferred,
    cell: ({ transferred }) => transferred,
  },
  {
    key: "outcome",
    label: words.columns.outcome,
    cell: ({ outcome }) => outcome,
  },
  {
    key: "facility",
    label: words.columns.facility,
    cell: ({ facility }) => facility,
  },
  {
    key: "physician",
    label: words.columns.physician,
    cell: ({ physician }) => physician,
  },
  {
    key: "state",
    label: words.columns.state,
    cell: ({ state, stateText, isOverdue }) => (
      <>
        <Chip tone={state === "open" ? "quiet" : "good"}>{stateText}</Chip>{" "}
        {isOverdue ? <Chip tone="warn">{reviewWords.overdue}</Chip> : null}
      </>
    ),
  },
  {
    key: "action",
    label: words.columns.action,
    // Blocks leave out a cell that is empty.
    cell: ({ id, name, version, action, actionBy, ...of }) =>
      action + actionBy === "" ? null : (
        <>
          {action}{" "}
          {actionBy === "" ? null : (
            <span className="block text-sm text-muted">{actionBy}</span>
          )}{" "}
          {of.isActionLate ? <Chip tone="warn">{words.late}</Chip> : null}{" "}
          {of.mayMarkDone ? (
            <MarkDone id={id} version={version} name={name} />
          ) : null}
        </>
      ),
  },
];

/** One step, for today. */
function MarkDone({
  id,
  version,
  name,
}: {
  id: number;
  version: number;
  name: string;
}) {
  const { pathname, search } = useLocation();
  const label = `${words.markDone}: ${name}`;
  return (
    <PageForm
      method="post"
      action={pathname + search}
      aria-label={label}
      className="mt-2"
    >
      <input type="hidden" name={FORM.task} value={MARK_DONE} />
      <input type="hidden" name={FORM.transfer} value={id} />
      <input type="hidden" name={FORM.version} value={version} />
      <Button aria-label={label}>{words.markDone}</Button>
    </PageForm>
  );
}
