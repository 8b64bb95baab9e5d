import { PageLink } from "~/ui/page-link";
import { useState } from "react";
import {
  afterHoursWords,
  longerLookbackText,
} from "~/features/after-hours/rules/words";
import { messages } from "~/domain/messages";
import { PageHead } from "~/ui/page-head";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { ErrorState } from "~/ui/error-state";
import { StateLink } from "~/ui/state-link";
import { Pager } from "~/ui/pager";
import {
  hasRows,
  PAGE,
  viewHref,
  type AfterHoursView,
  type NoteList,
} from "./after-hours-view";
import { AfterHoursFilterForm } from "./after-hours-filter-form";
import { HelpLink, OpenHelp } from "./help";
import { NoteLegend } from "./note-legend";
import { NoteTable } from "./note-table";
import { UnreadLine } from "./unread-line";

/** The After Hours Patient Report (R161). */
export function AfterHoursScreen({ view }: { view: AfterHoursView }) {
  const { notes } = view;
  return (
    <div className="grid grid-cols-1 gap-4">
      <PageHead
        crumbs={view.crumbs}
        title={afterHoursWords.title}
        aside={<HelpLink view={view} />}
      />
      <OpenHelp view={view} />
      <AfterHoursFilterForm view={view} />
      <Card
        headingId="notes-heading"
        heading="Patient notes"
        aside={
          notes.state === "data" ? (
            <p aria-live="polite" className="text-sm text-muted">
              {notes.data.countText}
            </p>
          ) : null
        }
        actions={hasRows(notes) ? <FullNotesLink view={view} /> : null}
      >
        <Content view={view} />
      </Card>
    </div>
  );
}

function FullNotesLink({ view }: { view: AfterHoursView }) {
  return (
    <PageLink
      to={viewHref(view, { notes: view.isInFull ? null : "open" })}
      preventScrollReset
      className="action-link"
    >
      {view.isInFull
        ? afterHoursWords.showAllClosed
        : afterHoursWords.showAllOpen}
    </PageLink>
  );
}

function Content({ view }: { view: AfterHoursView }) {
  const { notes } = view;
  switch (notes.state) {
    case "error":
      return <ErrorState message={notes.message} retryHref={viewHref(view)} />;
    case "empty":
      return <EmptyState message={afterHoursWords.empty} />;
    case "data":
      return <Notes view={view} list={notes.data} />;
  }
}

function Notes({ view, list }: { view: AfterHoursView; list: NoteList }) {
  // Notes that a script has marked as read; the server says the same the next time.
  const [read, setRead] = useState<ReadonlySet<string>>(new Set());
  const rows = list.rows.map((row) =>
    read.has(row.key) ? { ...row, isUnread: false, isNew: false } : row,
  );
  return (
    <>
      <UnreadLine view={view} rows={rows} list={list} />
      {rows.length === 0 ? (
        <NothingLeft view={view} inLongest={list.inLongest} />
      ) : (
        <>
          <NoteLegend />
          <NoteTable
            view={view}
            rows={rows}
            page={list.page}
            onRead={({ key }) => setRead((before) => new Set(before).add(key))}
          />
          <Pager
            label={afterHoursWords.pages}
            page={list.page}
            pages={list.pages}
            hrefOf={(page) =>
              viewHref(view, { [PAGE]: page === 1 ? null : String(page) })
            }
          />
        </>
      )}
    </>
  );
}

/** The filters hide all that there is: ways out of them. */
function NothingLeft({
  view,
  inLongest,
}: {
  view: AfterHoursView;
  inLongest: number;
}) {
  return (
    <EmptyState message={messages.panel.empty}>
      {inLongest > 0 ? (
        <StateLink to={view.longestHref}>
          {longerLookbackText(inLongest)}
        </StateLink>
      ) : null}
      {view.isUnfiltered ? null : (
        <StateLink to={view.path}>{messages.panel.clearFilters}</StateLink>
      )}
    </EmptyState>
  );
}
