import { transferWords as words } from "./words";
import { Card } from "~/ui/card";
import { PageLink } from "~/ui/page-link";
import type { GroupingView, GroupRow } from "./transfers-view";

/** The transfers by one of the groupings, each number a link to its transfers. */
export function GroupingCard({ grouping }: { grouping: GroupingView }) {
  const { title, rows, more, note } = grouping;
  const headingId = headingIdOf(grouping);
  return (
    <Card
      headingId={headingId}
      heading={title}
      className="mb-4 break-inside-avoid"
    >
      {note ? <p className="mb-2 text-sm text-muted">{note}</p> : null}
      {rows.length === 0 ? null : <GroupTable grouping={grouping} />}
      {more ? <p className="mt-2 text-sm text-muted">{more}</p> : null}
    </Card>
  );
}

function headingIdOf({ by }: GroupingView): string {
  return `by-${by}`;
}

/** Its links have the focus where it has to scroll. */
function GroupTable({ grouping }: { grouping: GroupingView }) {
  const { rows } = grouping;
  const hasRunning = rows.some(({ running }) => running !== null);
  return (
    <div className="overflow-x-auto">
      <table
        aria-labelledby={headingIdOf(grouping)}
        className="w-full text-sm tabular-nums"
      >
        <thead>
          <tr className="text-muted">
            <ColumnHead isFirst>{words.columns.group}</ColumnHead>
            <ColumnHead>{words.columns.transfers}</ColumnHead>
            <ColumnHead>{words.columns.share}</ColumnHead>
            {hasRunning ? (
              <ColumnHead>{words.columns.running}</ColumnHead>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Group key={row.key} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ColumnHead({
  isFirst = false,
  children,
}: {
  isFirst?: boolean;
  children: string;
}) {
  return (
    <th
      scope="col"
      className={`py-0.5 align-bottom font-normal ${isFirst ? "text-left" : "pl-2 text-right"}`}
    >
      {children}
    </th>
  );
}

function Group({ row }: { row: GroupRow }) {
  return (
    <tr className={row.isShown ? "bg-wash" : ""}>
      <th
        scope="row"
        className="w-full py-0.5 text-left align-bottom font-normal"
      >
        {row.label}
        <Bar width={row.width} />
      </th>
      <td className="pl-2 text-right align-bottom">
        {row.href === null ? (
          <span className={row.count === "0" ? "text-muted" : ""}>
            {row.count}
          </span>
        ) : (
          <PageLink
            id={row.id}
            to={row.href}
            aria-label={`${row.count}, ${row.label}`}
            className="action-link inline-flex min-h-6 min-w-6 items-center justify-end touch:min-h-10"
            aria-current={row.isShown ? "true" : undefined}
          >
            {row.count}
          </PageLink>
        )}
      </td>
      <td className={SHARE}>{row.share}</td>
      {row.running === null ? null : <td className={SHARE}>{row.running}</td>}
    </tr>
  );
}

const SHARE =
  "whitespace-nowrap py-0.5 pl-2 text-right align-bottom text-muted";

/** Only a picture: the number stands beside it. It is as wide as what the numbers leave. */
function Bar({ width }: { width: number }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      width="100%"
      height="4"
      className="block fill-accent"
    >
      <rect width={width} height="4" />
    </svg>
  );
}
