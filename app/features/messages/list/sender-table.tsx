import { feedWords } from "../rules/feed-words";
import { DataTable } from "~/ui/table";
import type { TableColumn } from "~/ui/table-body";
import { PageLink } from "~/ui/page-link";
import { UnbrokenWords } from "~/ui/unbroken-words";
import type { SenderLine } from "./view";

const { senders: words } = feedWords;

/** Who sends messages; a link leads to the form of each. */
export function SenderTable({ rows }: { rows: readonly SenderLine[] }) {
  return (
    <DataTable
      id="senders"
      title={words.title}
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
    label: words.columns.sender,
    cell: ({ href, sender, facility }) => (
      <PageLink
        to={href}
        className="cell-link inline-flex min-h-6 items-center touch:min-h-10"
        aria-label={`${words.change}: ${sender}, ${facility}`}
      >
        {sender}
      </PageLink>
    ),
  },
  {
    key: "facility",
    label: words.columns.facility,
    cell: ({ facility }) => facility,
  },
  { key: "role", label: words.columns.role, cell: ({ role }) => role },
  { key: "place", label: words.columns.place, cell: ({ place }) => place },
  {
    key: "codes",
    label: words.columns.codes,
    cell: ({ codes }) => (codes === "" ? null : <UnbrokenWords text={codes} />),
  },
];
