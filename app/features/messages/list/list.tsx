import { feedWords } from "../rules/feed-words";
import {
  MESSAGE_REASON_NAMES,
  MESSAGE_REASONS,
  MESSAGE_STATUS_NAMES,
  MESSAGE_STATUSES,
} from "../rules/message-states";
import { LONGEST_SENDER_NAME } from "../rules/sender-rules";
import { FilterForm } from "~/features/report-filters/filter-form";
import { ChoiceFilter } from "~/features/report-filters/choice-filter";
import { paths } from "~/paths";
import { TextField } from "~/ui/field";
import { useHydrated } from "~/rendering/hydration";
import type {
  FeedView,
  MessageFilters,
  MessageLine,
  SenderLine,
} from "./load-feed.server";
import { UnbrokenWords } from "~/ui/unbroken-words";
import type { TableColumn } from "~/ui/table-body";
import { TEXT_LINK } from "~/ui/link-classes";
import { PageLink } from "~/ui/page-link";

const { filters: words } = feedWords.messages;

export function MessageFilterForm({
  filters: { status, reason, sender },
  isFiltered,
  resultId,
}: {
  filters: MessageFilters;
  isFiltered: boolean;
  /** Where the page lands without scripts. */
  resultId: string;
}) {
  const page = useHydrated() ? paths.feed : `${paths.feed}#${resultId}`;
  return (
    <FilterForm
      action={page}
      className="filter-fields mb-3 *:min-w-0 sm:[&>div]:flex-1 sm:[&>div]:basis-32"
      hidden={{}}
      clearHref={isFiltered ? page : null}
      submit={words.apply}
    >
      {() => (
        <>
          <ChoiceFilter
            id="status"
            label={words.status}
            chosen={status}
            any={words.leftOver}
            choices={MESSAGE_STATUS_NAMES}
            textOf={(one) => MESSAGE_STATUSES[one]}
          />
          <ChoiceFilter
            id="reason"
            label={words.reason}
            chosen={reason}
            any={words.anyReason}
            choices={MESSAGE_REASON_NAMES}
            textOf={(one) => MESSAGE_REASONS[one].why}
          />
          <TextField
            key={`sender ${sender}`}
            id="sender"
            name="sender"
            label={words.sender}
            maxLength={LONGEST_SENDER_NAME}
            defaultValue={sender ?? ""}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </>
      )}
    </FilterForm>
  );
}

export function ReasonCounts({
  counts,
  resultId,
}: {
  counts: FeedView["counts"];
  resultId: string;
}) {
  const landing = useHydrated() ? "" : `#${resultId}`;
  if (counts.length === 0) return null;
  return (
    <nav aria-label={feedWords.messages.counts}>
      <ul className="mb-3 flex flex-wrap gap-x-4 text-sm text-muted">
        {counts.map(({ text, href, isShown }) => (
          <li key={text}>
            {href === null ? (
              text
            ) : (
              <PageLink
                to={href + landing}
                preventScrollReset
                className={TEXT_LINK}
                aria-current={isShown ? "true" : undefined}
              >
                {text}
              </PageLink>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

const { messages, senders } = feedWords;
const LINK = "cell-link inline-flex min-h-6 items-center touch:min-h-10";

export const MESSAGE_COLUMNS: TableColumn<MessageLine>[] = [
  {
    key: "received",
    label: messages.columns.received,
    cell: ({ href, received, day, time }) => (
      <PageLink to={href} className={`${LINK} whitespace-nowrap`}>
        <time dateTime={received}>
          {day} {time}
        </time>
      </PageLink>
    ),
  },
  { key: "type", label: messages.columns.type, cell: ({ type }) => type },
  {
    key: "sender",
    label: messages.columns.sender,
    cell: ({ sender }) => sender,
  },
  {
    key: "status",
    label: messages.columns.status,
    cell: ({ status }) => <span className="whitespace-nowrap">{status}</span>,
  },
  { key: "reason", label: messages.columns.reason, cell: ({ why }) => why },
  {
    key: "todo",
    label: messages.columns.todo,
    cell: ({ id, todo, mapHref }) => (
      <>
        <UnbrokenWords text={todo} />{" "}
        {mapHref === null ? null : (
          <PageLink
            to={mapHref}
            className={LINK}
            aria-label={`${messages.map}, message ${id}`}
          >
            {messages.map}
          </PageLink>
        )}
      </>
    ),
  },
];

export const SENDER_COLUMNS: TableColumn<SenderLine>[] = [
  {
    key: "sender",
    label: senders.columns.sender,
    cell: ({ href, sender, facility }) => (
      <PageLink
        to={href}
        className={LINK}
        aria-label={`${senders.change}: ${sender}, ${facility}`}
      >
        {sender}
      </PageLink>
    ),
  },
  ...(["facility", "role", "place"] as const).map((key) => ({
    key,
    label: senders.columns[key],
    cell: (line: SenderLine) => line[key],
  })),
  {
    key: "codes",
    label: senders.columns.codes,
    cell: ({ codes }) => (codes === "" ? null : <UnbrokenWords text={codes} />),
  },
];
