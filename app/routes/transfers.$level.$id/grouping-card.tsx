import { transferWords as words } from "~/domain/transfers/transfer-words";
import { Card } from "~/ui/card";
import { PageLink } from "~/ui/page-link";
import type { GroupingView } from "./transfers-view";

/** The transfers by one of the groupings, each number a link to its transfers. */
export function GroupingCard({ grouping }: { grouping: GroupingView }) {
  const { by, title, rows, more, note } = grouping;
  const hasRunning = rows.some(({ running }) => running !== null);
  const headingId = `by-${by}`;
  return (
    <Card headingId={headingId} heading={title}>
      {note ? <p className="mb-2 text-sm text-muted">{note}</p> : null}
      {/* Its links have the focus where it has to scroll. */}
      <div className="overflow-x-auto">
        <table
          aria-labelledby={headingId}
          className="w-full text-sm tabular-nums"
        >
          <thead className="sr-only">
            <tr>
              <th scope="col">{words.columns.group}</th>
              <th scope="col">{words.columns.transfers}</th>
              <th scope="col">{words.columns.share}</th>
              {hasRunning ? <th scope="col">{words.columns.running}</th> : null}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key} className={row.isShown ? "bg-wash" : ""}>
                <th scope="row" className="px-2 py-0.5 text-left font-normal">
                  {row.label}
                </th>
                <td>
                  <div className="flex items-center gap-2">
                    <Bar width={row.width} />
                    <PageLink
                      to={row.href}
                      aria-label={`${row.count}, ${row.label}`}
                      className="action-link inline-flex min-h-6 min-w-6 items-center justify-end touch:min-h-10"
                      aria-current={row.isShown ? "true" : undefined}
                    >
                      {row.count}
                    </PageLink>
                  </div>
                </td>
                <td className="whitespace-nowrap pl-3 text-right text-muted">
                  {row.share}
                </td>
                {hasRunning ? (
                  <td className="whitespace-nowrap pl-3 text-right text-muted">
                    {row.running}
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more ? <p className="mt-2 text-sm text-muted">{more}</p> : null}
    </Card>
  );
}

/** Only a picture: the number stands beside it. */
function Bar({ width }: { width: number }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      width="64"
      height="8"
      className="min-w-0 flex-1 fill-accent"
    >
      <rect width={width} height="8" />
    </svg>
  );
}
