import { Card } from "~/ui/card";
import { PageLink } from "~/ui/page-link";
import type { Patterns } from "./patterns.server";
import { transferWords as words } from "./words";

export type Grouping = Patterns["groupings"][number];
type GroupRow = Grouping["rows"][number];

export function GroupingCard({ grouping }: { grouping: Grouping }) {
  const { title, rows, more, note } = grouping;
  return (
    <Card
      headingId={headingIdOf(grouping)}
      heading={title}
      className="mb-4 break-inside-avoid"
    >
      {note ? <p className="mb-2 text-sm text-muted">{note}</p> : null}
      {rows.length === 0 ? null : <GroupTable grouping={grouping} />}
      {more ? <p className="mt-2 text-sm text-muted">{more}</p> : null}
    </Card>
  );
}

export function headingIdOf({ by }: Pick<Grouping, "by">): string {
  return `by-${by}`;
}

/** Its links have the focus if it has to scroll. */
export function GroupTable({ grouping }: { grouping: Grouping }) {
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
          </tr>
        </thead>
        <tbody>
          {grouping.rows.map((row) => (
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
        className="w-full py-0.5 text-left align-bottom font-normal [overflow-wrap:anywhere]"
      >
        {row.label}
        <Bar width={row.width} />
      </th>
      <td className="pl-2 text-right align-bottom">
        <NumberLink number={row} place="justify-end" />
      </td>
      <td className="whitespace-nowrap py-0.5 pl-2 text-right align-bottom text-muted">
        {row.share}
      </td>
    </tr>
  );
}

/** No link for 0, or if lists are closed to the viewer. */
export function NumberLink({
  number: { id, name, count, href, isShown = false },
  place,
}: {
  number: {
    id?: string;
    /** What a screen reader says in the place of the number. */
    name: string;
    count: string;
    href: string | null;
    isShown?: boolean;
  };
  place: "justify-end" | "justify-center";
}) {
  const box = `inline-flex min-h-6 min-w-6 items-center touch:min-h-10 ${place}`;
  if (href === null) {
    return (
      <span className={count === "0" ? `text-muted ${box}` : box}>{count}</span>
    );
  }
  return (
    <PageLink
      id={id}
      to={href}
      aria-label={name}
      className={`action-link ${box}`}
      aria-current={isShown ? "true" : undefined}
    >
      {count}
    </PageLink>
  );
}

/** Only a picture: the number stands beside it. */
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
