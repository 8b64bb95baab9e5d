import { lazyComponent } from "~/rendering/lazy-component";
import { LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Chip } from "~/ui/chip";
import { EntryForm } from "~/ui/entry-form";
import { FacilityCounts } from "~/ui/facility-counts";
import { TEXT_LINK } from "~/ui/link-classes";
import { ListStates } from "~/ui/list-states";
import { PageHead } from "~/ui/page-head";
import { PageLink } from "~/ui/page-link";
import { Pager } from "~/ui/pager";
import { DataTable } from "~/ui/table";
import { pageHref } from "~/domain/lists/list-page";
import { ViewLinks } from "~/features/report-filters/view-links";
import type { FacilityView, NoticesView, PlacesView } from "./load.server";
import type { SendAnswer } from "./save.server";
import { noticeWords as words } from "./words";

const SEND_ID = "send-question";

const LateSheet = lazyComponent(
  () => import("~/ui/sheet"),
  (chunk) => chunk.Sheet,
  SEND_ID,
);

type Row = Extract<FacilityView["list"], { state: "data" }>["rows"][number];
type Cells = Row["cells"];

export function NoticesScreen({
  view,
  answer,
}: {
  view: NoticesView;
  answer: SendAnswer | null;
}) {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <PageHead crumbs={view.crumbs} title={words.title} name={view.name}>
        <p className="max-w-prose text-sm text-muted">{words.about}</p>
      </PageHead>
      {view.of === "places" ? (
        <Places view={view} />
      ) : (
        <>
          {view.send?.isOpen ? (
            <SendQuestion
              {...view.send}
              closeHref={view.href}
              answer={answer}
            />
          ) : null}
          <FacilityNotices view={view} />
        </>
      )}
    </div>
  );
}

function FacilityNotices({ view }: { view: FacilityView }) {
  const { heading, href, empty, send, left } = view;
  return (
    <>
      <ViewLinks label={words.lists} views={view.views} />
      <Card
        headingId="notices-heading"
        heading={heading}
        aside={<span className="text-sm text-muted">{view.summary}</span>}
        actions={
          send ? (
            <LinkButton id="send-list" to={send.href} preventScrollReset>
              {words.send.open}
            </LinkButton>
          ) : null
        }
      >
        <ListStates list={view.list} {...{ href, empty }}>
          {({ rows }) => (
            <DataTable
              id="transfer-notices"
              page={href}
              title={heading}
              paperHead={[view.name, words.title, heading]
                .filter(Boolean)
                .join(", ")}
              columns={COLUMNS}
              rows={rows}
              rowKey={(row) => row.id}
              blocksBelow="1024px"
            />
          )}
        </ListStates>
      </Card>
      {left.length > 0 ? (
        <Card headingId="left-heading" heading={words.left}>
          <ul className="text-sm">
            {left.map((one) => (
              <li key={one.href}>
                <PageLink to={one.href} className={TEXT_LINK}>
                  {one.text}
                </PageLink>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
    </>
  );
}

const COLUMNS = (Object.keys(words.columns) as (keyof Cells)[]).map((key) => ({
  key,
  label: words.columns[key],
  cell: (row: Row) => <Cell row={row} of={key} />,
}));

function Cell({ row, of }: { row: Row; of: keyof Cells }) {
  const { text, below, isMissing }: Partial<Cells["notice_on"]> = row.cells[of];
  return (
    <>
      {of === "resident" ? (
        <PageLink
          to={row.href}
          className={TEXT_LINK}
          // A resident may have several transfers.
          aria-label={row.label}
        >
          {text}
        </PageLink>
      ) : (
        text
      )}
      {isMissing ? (
        <Chip tone="warn">
          <span aria-hidden="true">◆ </span>
          {words.missing}
        </Chip>
      ) : null}{" "}
      {below ? (
        <span className="block font-normal text-muted">{below}</span>
      ) : null}
    </>
  );
}

function SendQuestion({
  href,
  hidden,
  count,
  today,
  closeHref,
  answer,
}: NonNullable<FacilityView["send"]> & {
  closeHref: string;
  answer: SendAnswer | null;
}) {
  const { send: texts } = words;
  return (
    <LateSheet
      id={SEND_ID}
      kind="modal"
      title={texts.title}
      closeHref={closeHref}
      returnFocusTo="send-list"
      close={texts.cancel}
    >
      <EntryForm
        action={href}
        aria-label={texts.title}
        {...{ hidden, answer }}
        before={
          <>
            <p>{texts.ask}</p>
            <p className="text-sm text-muted">
              {texts.count}: {count}
            </p>
          </>
        }
        fields={[{ name: "on", label: texts.day, type: "date", max: today }]}
        entries={answer?.entries ?? { on: today }}
        submit={texts.save}
      />
    </LateSheet>
  );
}

function Places({ view: { list, href, page, pages } }: { view: PlacesView }) {
  return (
    <ListStates {...{ list, href }} empty={words.noPlaces}>
      {({ rows }) => (
        <Card headingId="places-heading" heading={words.places}>
          <FacilityCounts
            id="places"
            {...{ page, rows }}
            title={words.places}
            heading={words.facts.facility}
            columns={[{ key: "due", label: words.placeDue }]}
          />
          <Pager
            label={words.pages}
            {...{ page, pages }}
            hrefOf={(one) => pageHref(href, one)}
          />
        </Card>
      )}
    </ListStates>
  );
}
