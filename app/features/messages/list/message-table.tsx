import { feedWords } from "../rules/feed-words";
import { PageLink } from "~/ui/page-link";
import { UnbrokenWords } from "~/ui/unbroken-words";
import type { TableColumn } from "~/ui/table-body";
import type { MessageLine } from "./view";

const { messages: words } = feedWords;
const LINK = "cell-link inline-flex min-h-6 items-center touch:min-h-10";

/** Messages of the log, newest first, a page of them at once. */
export const MESSAGE_COLUMNS: TableColumn<MessageLine>[] = [
  {
    key: "received",
    label: words.columns.received,
    cell: ({ href, received, day, time }) => (
      <PageLink to={href} className={`${LINK} whitespace-nowrap`}>
        <time dateTime={received}>
          {day} {time}
        </time>
      </PageLink>
    ),
  },
  { key: "type", label: words.columns.type, cell: ({ type }) => type },
  { key: "sender", label: words.columns.sender, cell: ({ sender }) => sender },
  {
    key: "status",
    label: words.columns.status,
    cell: ({ status }) => <span className="whitespace-nowrap">{status}</span>,
  },
  { key: "reason", label: words.columns.reason, cell: ({ why }) => why },
  {
    key: "todo",
    label: words.columns.todo,
    cell: ({ id, todo, mapHref }) => (
      <>
        <UnbrokenWords text={todo} />{" "}
        {mapHref === null ? null : (
          <PageLink
            to={mapHref}
            className={LINK}
            aria-label={`${words.map}, message ${id}`}
          >
            {words.map}
          </PageLink>
        )}
      </>
    ),
  },
];
