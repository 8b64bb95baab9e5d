import { useLocation, type ShouldRevalidateFunction } from "@remix-run/react";
import { useState } from "react";
import { messages } from "~/domain/messages";
import {
  LOOKBACK_HOURS,
  afterHoursWords,
  longerLookbackText,
  lookbackText,
  NOTE_LEGEND,
  unreadNotesText,
} from "./rules/words";
import { FilterForm } from "~/features/report-filters/filter-form";
import { LocationFields } from "~/features/report-filters/location-fields";
import { lazyComponent } from "~/rendering/lazy-component";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState, ErrorState, StateLink } from "~/ui/states";
import { CheckboxField, SelectField } from "~/ui/field";
import { PageForm } from "~/ui/page-form";
import { PageHead } from "~/ui/page-head";
import { PageLink } from "~/ui/page-link";
import { Pager } from "~/ui/pager";
import type { AfterHoursView, NoteList } from "./load-after-hours.server";
import type { NoteRow } from "./note-rows";
import {
  hasRows,
  HELP,
  HELP_BUTTON_ID,
  HELP_ID,
  MARK_FORM_ID,
  PAGE,
  viewHref,
} from "./view";
import { NoteTable, NoteTypeIcon } from "./note-table";

function UnreadLine({
  view,
  rows,
  list: { hiddenText, hiddenBy, newText },
}: {
  view: AfterHoursView;
  rows: readonly NoteRow[];
  list: NoteList;
}) {
  const unread = rows.flatMap(({ isUnread, noteId }) =>
    isUnread && noteId !== null ? [noteId] : [],
  );
  if (unread.length === 0 && hiddenText === null && newText === null) {
    return null;
  }
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      {unread.length > 0 ? (
        <>
          <p className="font-semibold">{unreadNotesText(unread.length)}</p>
          <PageForm
            id={MARK_FORM_ID}
            method="post"
            action={viewHref(view)}
            preventScrollReset
          >
            <input type="hidden" name="notes" value={unread.join(",")} />
            <Button>{afterHoursWords.markAllRead}</Button>
          </PageForm>
        </>
      ) : null}
      {newText === null ? null : <p className="font-semibold">{newText}</p>}
      {hiddenText === null ? null : <p>{hiddenText}</p>}
      {hiddenBy === null ? null : (
        <PageLink
          to={hiddenBy === "lookback" ? view.longestHref : view.unfilteredHref}
          preventScrollReset
          className="action-link"
        >
          {afterHoursWords.showHidden[hiddenBy]}
        </PageLink>
      )}
    </div>
  );
}

function NoteLegend() {
  return (
    <div className="-mt-2 mb-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      <p id="note-legend">{afterHoursWords.legend}:</p>
      <ul
        role="list"
        aria-labelledby="note-legend"
        className="flex flex-wrap gap-x-4 gap-y-1"
      >
        {NOTE_LEGEND.map(({ kind, label }) => (
          <li key={kind} className="flex gap-1">
            <NoteTypeIcon kind={kind} />
            {label}
          </li>
        ))}
      </ul>
    </div>
  );
}

const fetchSheet = () => import("./help-sheet");
const HelpSheet = lazyComponent(
  fetchSheet,
  (chunk) => chunk.HelpSheet,
  HELP_ID,
);

/** Its script loads when somebody is about to open it. */
function HelpLink({ view }: { view: AfterHoursView }) {
  const preload = () => void fetchSheet().catch(() => undefined);
  return (
    <LinkButton
      id={HELP_BUTTON_ID}
      variant="quiet"
      className="-mx-2"
      to={viewHref(view, { [HELP.name]: HELP.open })}
      preventScrollReset
      onPointerEnter={preload}
      onFocus={preload}
    >
      {afterHoursWords.whatsThis}
    </LinkButton>
  );
}

/** The help needs no data of its own. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}) => {
  const isHelpAlone =
    currentUrl.search !== nextUrl.search &&
    withoutHelp(currentUrl) === withoutHelp(nextUrl);
  return !isHelpAlone && defaultShouldRevalidate;
};

function withoutHelp({ pathname, searchParams }: URL): string {
  return viewHref(
    { path: pathname, query: searchParams.toString() },
    { [HELP.name]: null },
  );
}

export function AfterHoursScreen({ view }: { view: AfterHoursView }) {
  const { notes, isInFull } = view;
  const search = new URLSearchParams(useLocation().search);
  return (
    <div className="grid grid-cols-1 gap-4">
      <PageHead
        crumbs={view.crumbs}
        title={afterHoursWords.title}
        aside={<HelpLink view={view} />}
      />
      {search.get(HELP.name) === HELP.open ? (
        <HelpSheet closeHref={viewHref(view)} />
      ) : null}
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
        actions={
          hasRows(notes) ? (
            <PageLink
              to={viewHref(view, { notes: isInFull ? null : "open" })}
              preventScrollReset
              className="action-link"
            >
              {isInFull
                ? afterHoursWords.showAllClosed
                : afterHoursWords.showAllOpen}
            </PageLink>
          ) : null
        }
      >
        <Content view={view} />
      </Card>
    </div>
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
  // Marked by the script; the server will say the same.
  const [read, setRead] = useState<ReadonlySet<string>>(new Set());
  const rows = list.rows.map((row) =>
    read.has(row.key) ? { ...row, isUnread: false, isNew: false } : row,
  );
  return (
    <>
      <UnreadLine view={view} rows={rows} list={list} />
      {rows.length === 0 ? (
        <EmptyState message={messages.panel.empty}>
          {list.inLongest > 0 ? (
            <StateLink to={view.longestHref}>
              {longerLookbackText(list.inLongest)}
            </StateLink>
          ) : null}
          {view.isUnfiltered ? null : (
            <StateLink to={view.path}>{messages.panel.clearFilters}</StateLink>
          )}
        </EmptyState>
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

/** Kept from one view to the next. */
const CARRIED = ["sort", "dir", "notes"];

/** Fields remount when the accepted filters differ from the chosen ones. */
function AfterHoursFilterForm({ view }: { view: AfterHoursView }) {
  const { filters, locations, isnpFixed } = view;
  const query = new URLSearchParams(view.query);
  const carried = CARRIED.map((name) => [name, query.get(name)] as const);
  return (
    <>
      <FilterForm
        action={view.path}
        className="after-hours-filters filter-fields"
        hidden={Object.fromEntries(carried)}
        clearHref={view.isUnfiltered || isEmptied(view) ? null : view.path}
        notes={view.filterNotes}
      >
        {(round) => (
          <>
            <SelectField
              key={`hours ${filters.hours}`}
              id="hours"
              name="hours"
              label="Lookback"
              defaultValue={filters.hours}
              options={LOOKBACK_HOURS.map((one) => [one, lookbackText(one)])}
            />
            <LocationFields key={round} {...locations} />
            <CheckboxField
              key={`high-risk ${filters.highRisk}`}
              id="high-risk"
              name="highRisk"
              value="true"
              label={afterHoursWords.highRiskOnly}
              defaultChecked={filters.highRisk}
            />
            {isnpFixed ? null : (
              <CheckboxField
                key={`isnp ${filters.isnp}`}
                id="isnp"
                name="isnp"
                value="true"
                label={afterHoursWords.isnpOnly}
                defaultChecked={filters.isnp}
              />
            )}
          </>
        )}
      </FilterForm>
      {/* A sheet of paper names its filters itself. */}
      {hasRows(view.notes) ? null : (
        <p className="hidden print:block">{view.paper}</p>
      )}
    </>
  );
}

/** An empty table has its own link that clears the filters, and a page shows that link once. */
function isEmptied({ notes }: AfterHoursView): boolean {
  return notes.state === "data" && !hasRows(notes);
}
