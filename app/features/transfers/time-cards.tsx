import { Card } from "~/ui/card";
import {
  GroupTable,
  headingIdOf,
  NumberLink,
  type Grouping,
} from "./grouping-card";
import type { Patterns } from "./patterns.server";
import { LAST_DAY } from "./rules";
import { GROUPING_TITLES, transferWords as words } from "./words";

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
      <p className="mt-2 text-sm text-muted">{words.blocks}</p>
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
