import { Card } from "~/ui/card";
import type { Patterns } from "./patterns.server";
import { LAST_DAY } from "./rules";
import { GROUPING_TITLES, transferWords as words } from "./words";
import { PageLink } from "~/ui/page-link";

const GRID_HEADING_ID = headingIdOf({ by: "weekday_hour" });

/** Each row is the picture of a day, each number links to its transfers (R530). */
export function TimeCard({ grid }: { grid: Patterns["grid"] }) {
  return (
    <Card
      headingId={GRID_HEADING_ID}
      heading={GROUPING_TITLES.weekday_hour}
      className="break-inside-avoid lg:col-span-2"
    >
      <div className="-mx-2 overflow-x-auto">
        <table
          aria-labelledby={GRID_HEADING_ID}
          className="w-full text-center text-sm tabular-nums"
        >
          <thead>
            <tr className="text-muted">
              <th scope="col" className="w-16 font-normal">
                <span className="sr-only">{words.weekday}</span>
              </th>
              {grid.columns.map(({ key, short, label }) => (
                <th
                  key={key}
                  scope="col"
                  aria-label={label}
                  className="w-16 align-bottom font-normal"
                >
                  {short}
                </th>
              ))}
              <th scope="col" className="w-16 align-bottom font-normal">
                {words.anyTime}
              </th>
            </tr>
          </thead>
          <tbody>
            {grid.rows.map((row) => (
              <tr key={row.key}>
                <th
                  scope="row"
                  aria-label={row.label}
                  className="text-left align-bottom font-normal"
                >
                  {row.short}
                </th>
                {row.cells.map((cell) => (
                  <td
                    key={cell.key}
                    className={`align-bottom ${cell.isShown ? "bg-wash" : ""}`}
                  >
                    <Column share={cell.ofMost} />
                    <NumberLink number={cell} place="justify-center" />
                  </td>
                ))}
                <td className="align-bottom font-semibold">
                  <NumberLink number={row} place="justify-center" />
                </td>
              </tr>
            ))}
            <tr>
              <th scope="row" className="text-left font-normal text-muted">
                {words.anyTime}
              </th>
              {grid.columns.map((column) => (
                <td key={column.key} className="font-semibold">
                  <NumberLink number={column} place="justify-center" />
                </td>
              ))}
              <td>{grid.total}</td>
            </tr>
          </tbody>
        </table>
      </div>
    </Card>
  );
}

const COLUMN_HEIGHT = 28;

/** Only a picture: the number stands below it. */
function Column({ share }: { share: number }) {
  const height = Math.round(share * COLUMN_HEIGHT);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 20 ${COLUMN_HEIGHT}`}
      preserveAspectRatio="none"
      width="100%"
      height={COLUMN_HEIGHT}
      className="block border-b border-hairline fill-accent"
    >
      <rect x="1" width="18" y={COLUMN_HEIGHT - height} height={height} />
    </svg>
  );
}

/** A column for each day, and numbers for the bands. */
export function SinceAdmissionCard({
  days,
  grouping,
}: {
  days: readonly number[];
  grouping: Grouping;
}) {
  return (
    <Card
      headingId={headingIdOf(grouping)}
      heading={grouping.title}
      className="break-inside-avoid"
    >
      <Histogram days={days} />
      <GroupTable grouping={grouping} />
    </Card>
  );
}

const STEP = 10;
const HEIGHT = 130;
const LABELLED = [0, 7, 14, 21, LAST_DAY];

function Histogram({ days }: { days: readonly number[] }) {
  const most = Math.max(1, ...days);
  const width = days.length * STEP;
  return (
    <svg
      role="img"
      aria-label={words.histogram}
      viewBox={`0 -16 ${width} ${HEIGHT + 36}`}
      className="mb-3 block w-full max-w-form text-muted"
    >
      <text y="-4" fontSize="12" fill="currentColor">
        {most}
      </text>
      <path
        d={`M0 0H${width}M0 ${HEIGHT}H${width}`}
        stroke="currentColor"
        strokeWidth="0.5"
      />
      {days.map((transfers, day) => {
        const height = Math.round((transfers / most) * HEIGHT);
        return height === 0 ? null : (
          <rect
            // Days stand in their order and none is left out.
            key={day}
            className="fill-accent"
            x={day * STEP + 1}
            width={STEP - 2}
            y={HEIGHT - height}
            height={height}
          />
        );
      })}
      {LABELLED.map((day) => (
        <text
          key={day}
          x={day === 0 ? 0 : day === LAST_DAY ? width : (day + 0.5) * STEP}
          y={HEIGHT + 16}
          fontSize="12"
          fill="currentColor"
          textAnchor={day === 0 ? "start" : day === LAST_DAY ? "end" : "middle"}
        >
          {day}
        </text>
      ))}
    </svg>
  );
}

type Grouping = Patterns["groupings"][number];
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

function headingIdOf({ by }: Pick<Grouping, "by">): string {
  return `by-${by}`;
}

/** Its links have the focus if it has to scroll. */
function GroupTable({ grouping }: { grouping: Grouping }) {
  return (
    <div className="overflow-x-auto">
      <table
        aria-labelledby={headingIdOf(grouping)}
        className="w-full text-sm tabular-nums"
      >
        <thead>
          <tr className="text-muted">
            <th scope="col">
              <span className="sr-only">{words.columns.group}</span>
            </th>
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

function ColumnHead({ children }: { children: string }) {
  return (
    <th scope="col" className="py-0.5 pl-2 text-right align-bottom font-normal">
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
