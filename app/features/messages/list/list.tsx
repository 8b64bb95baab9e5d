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
import { mapPath, messagePath, senderPath } from "~/message-paths";
import type { FeedView, MessageFilters } from "./load-feed.server";
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

type RowOf<List> = List extends { rows: readonly (infer Row)[] } ? Row : never;

const MESSAGE_CELLS: Readonly<
  Record<
    keyof typeof messages.columns,
    TableColumn<RowOf<FeedView["messages"]>>["cell"]
  >
> = {
  received: ({ id, received_at, day, time }) => (
    <PageLink to={messagePath(id)} className={`${LINK} whitespace-nowrap`}>
      <time dateTime={received_at}>
        {day} {time}
      </time>
    </PageLink>
  ),
  type: ({ type }) => type,
  sender: ({ sender, facility }) =>
    [sender, facility].filter(Boolean).join(", "),
  status: ({ status }) => (
    <span className="whitespace-nowrap">{MESSAGE_STATUSES[status]}</span>
  ),
  reason: ({ reason }) => (reason ? MESSAGE_REASONS[reason].why : ""),
  todo: (message) => {
    const mapHref = mapPath(message);
    return (
      <>
        <UnbrokenWords
          text={message.reason ? MESSAGE_REASONS[message.reason].todo : ""}
        />{" "}
        {mapHref === null ? null : (
          <PageLink
            to={mapHref}
            className={LINK}
            aria-label={`${messages.map}, message ${message.id}`}
          >
            {messages.map}
          </PageLink>
        )}
      </>
    );
  },
};

const SENDER_CELLS: Readonly<
  Record<
    keyof typeof senders.columns,
    TableColumn<RowOf<FeedView["senders"]>>["cell"]
  >
> = {
  sender: ({ sender, facility }) => (
    <PageLink
      to={senderPath({ sender, facility })}
      className={LINK}
      aria-label={`${senders.change}: ${sender || senders.noName}, ${facility || senders.noName}`}
    >
      {sender || senders.noName}
    </PageLink>
  ),
  facility: ({ facility }) => facility || senders.noName,
  role: ({ role }) => feedWords.roles[role],
  place: ({ place }) => place,
  codes: ({ codes }) => (codes === "" ? null : <UnbrokenWords text={codes} />),
};

/** In the order of their labels. */
function columnsOf<Key extends string, Row>(
  labels: Readonly<Record<Key, string>>,
  cells: Readonly<Record<Key, TableColumn<Row>["cell"]>>,
): TableColumn<Row>[] {
  return (Object.keys(labels) as Key[]).map((key) => ({
    key,
    label: labels[key],
    cell: cells[key],
  }));
}

export const MESSAGE_COLUMNS = columnsOf(messages.columns, MESSAGE_CELLS);
export const SENDER_COLUMNS = columnsOf(senders.columns, SENDER_CELLS);
