import { feedWords } from "../rules/feed-words";
import { PageLink } from "~/ui/page-link";
import { UnbrokenWords } from "~/ui/unbroken-words";
import type { TableColumn } from "~/ui/table-body";
import type { MessageLine, SenderLine } from "./load-feed.server";
import { DataTable } from "~/ui/table";

const { messages: words, senders } = feedWords;
const LINK = "cell-link inline-flex min-h-6 items-center touch:min-h-10";

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

export function SenderTable({ rows }: { rows: readonly SenderLine[] }) {
  return (
    <DataTable
      id="senders"
      title={senders.title}
      columns={COLUMNS}
      rows={rows}
      rowKey={({ key }) => key}
      blocksBelow="1024px"
    />
  );
}

const COLUMNS: TableColumn<SenderLine>[] = [
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
  {
    key: "facility",
    label: senders.columns.facility,
    cell: ({ facility }) => facility,
  },
  { key: "role", label: senders.columns.role, cell: ({ role }) => role },
  { key: "place", label: senders.columns.place, cell: ({ place }) => place },
  {
    key: "codes",
    label: senders.columns.codes,
    cell: ({ codes }) => (codes === "" ? null : <UnbrokenWords text={codes} />),
  },
];
