import { scaleOf, type DrawnPoint } from "./control-chart-scale";
import { curves, round, type Place } from "./funnel-curves";
import { placeLabels, PLOT_WIDTHS, type PlacedLabel } from "./funnel-labels";
import { movedApart } from "./text-places";

export interface FunnelMark extends DrawnPoint {
  /** How much the value stands on: its place from left to right. */
  size: number;
  value: number;
  /** Written beside a mark outside of its limits, and beside every mark where they are few. */
  label: string;
}

const LINES = ["outer", "inner"] as const;
type Line = (typeof LINES)[number];

/** What the line of a limit is called at its end: on a wide screen, and where there is little room. */
export interface LineName {
  long: string;
  short: string;
}

export interface FunnelSvgProps {
  /** Name of the picture; what it shows is said in the text beside it. */
  name: string;
  centre: number;
  marks: readonly FunnelMark[];
  /** Limits at a size, for a line of each. */
  limitsAt: (size: number, line: Line) => { lower: number; upper: number };
  lineNames: Record<Line, LineName>;
  sizeAxis: string;
  rateAxis: string;
  /** Stands behind the numbers of the rate axis. */
  tickUnit?: string;
}

const sizeText = new Intl.NumberFormat("en-US");

/** So many marks are all named where there is room; more names would be a thicket. */
const ALL_NAMED_AT_MOST = 8;

/** How far apart names at the ends of the lines stand, in percent of the height. */
const LINE_NAMES_APART = 5;

/**
 * A funnel plot as a picture that needs no script: rates by what they stand on, their mean, and the limits that narrow
 * towards the right. A diamond with its name is outside, a dot inside; few dots have names too. Like the control chart it
 * stretches its lines alone, and only its name is for assistive technology.
 */
export function FunnelSvg({
  name,
  centre,
  marks,
  limitsAt,
  lineNames,
  sizeAxis,
  rateAxis,
  tickUnit = "",
}: FunnelSvgProps) {
  const rates = scaleOf(centre, marks);
  const sizes = scaleOf(
    0,
    marks.map(({ size }) => ({ ...NO_LIMITS, value: size })),
  );
  const place: Place = {
    x: (size) => round(100 - sizes.y(size)),
    y: rates.y,
  };
  const largest = sizes.ticks[sizes.ticks.length - 1] ?? 0;
  return (
    <svg role="img" aria-label={name} className="chart chart-funnel">
      <g aria-hidden="true">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none">
          <path
            className="grid-line"
            d={rates.ticks.map((tick) => `M0 ${place.y(tick)}H100`).join("")}
          />
          {LINES.map((line) => (
            <path
              key={line}
              className="limit"
              d={curves(largest, (size) => limitsAt(size, line), place)}
            />
          ))}
          <path className="mean" d={`M0 ${place.y(centre)}H100`} />
        </svg>
        <Dots marks={marks} place={place} />
        <g className="ticks" transform="translate(-6 4)">
          {rates.ticks.map((tick) => (
            <text key={tick} y={`${place.y(tick)}%`}>
              {`${tick.toFixed(rates.decimals)}${tickUnit}`}
            </text>
          ))}
        </g>
        <SizeAxis ticks={sizes.ticks} name={sizeAxis} place={place} />
        <text x="-36" y="-16">
          {rateAxis}
        </text>
        <LineEnds
          ends={[
            { name: MEAN, y: place.y(centre) },
            ...LINES.flatMap((line) => {
              const { lower, upper } = limitsAt(largest, line);
              return [upper, lower].map((limit) => ({
                name: lineNames[line],
                y: place.y(limit),
              }));
            }),
          ]}
        />
        <Marks marks={marks} mean={centre} place={place} />
      </g>
    </svg>
  );
}

const MEAN: LineName = { long: "Mean", short: "Mean" };

const NO_LIMITS = { lower: null, upper: null, outside: null };

/** At their lines, and apart where two would meet. */
function LineEnds({ ends }: { ends: { name: LineName; y: number }[] }) {
  const sorted = [...ends].sort((a, b) => a.y - b.y);
  const heights = movedApart(
    sorted.map(({ y }) => y),
    LINE_NAMES_APART,
    100,
  );
  return (
    <g className="ends" transform="translate(4 4)">
      {sorted.map(({ name }, index) => (
        <text key={index} x="100%" y={`${round(heights[index] ?? 0)}%`}>
          {name.long === name.short ? (
            name.long
          ) : (
            <>
              <tspan className="xl:hidden">{name.short}</tspan>
              <tspan className="hidden xl:inline">{name.long}</tspan>
            </>
          )}
        </text>
      ))}
    </g>
  );
}

function SizeAxis({
  ticks,
  name,
  place,
}: {
  ticks: readonly number[];
  name: string;
  place: Place;
}) {
  return (
    <g className="labels" transform="translate(0 18)">
      {ticks.map((tick) => (
        <text key={tick} x={`${place.x(tick)}%`} y="100%">
          {sizeText.format(tick)}
        </text>
      ))}
      <text x="50%" y="100%" dy="24">
        {name}
      </text>
    </g>
  );
}

/** The marks within their limits. */
function Dots({
  marks,
  place,
}: {
  marks: readonly FunnelMark[];
  place: Place;
}) {
  return marks.map(({ size, value, outside }, index) =>
    outside === null ? (
      <circle
        key={index}
        cx={`${place.x(size)}%`}
        cy={`${place.y(value)}%`}
        r="3.5"
      />
    ) : null,
  );
}

/** The diamonds, and the names of all that have one. */
function Marks({
  marks,
  mean,
  place,
}: {
  marks: readonly FunnelMark[];
  mean: number;
  place: Place;
}) {
  const placed = marks.map((mark) => ({
    x: place.x(mark.size),
    y: place.y(mark.value),
    label: mark.label,
    side: mark.outside,
  }));
  const outside = placed.filter(({ side }) => side !== null);
  const dots = placed.filter(({ side }) => side === null);
  const isFew = marks.length <= ALL_NAMED_AT_MOST;
  // Those outside choose their places first.
  const named = isFew ? [...outside, ...dots] : outside;
  const inTheWay = isFew ? [] : dots;
  const labels = (width: number) =>
    placeLabels(named, inTheWay, width, place.y(mean));
  const narrow = labels(PLOT_WIDTHS.narrow);
  const wide = labels(PLOT_WIDTHS.wide);
  return named.map(({ x, y, side }, index) => (
    <svg
      key={index}
      className={side ? `violation ${side}` : "name"}
      x={`${x}%`}
      y={`${y}%`}
    >
      {side ? <path d="M0-6 6 0 0 6-6 0Z" /> : null}
      <Label label={narrow[index]} className="lg:hidden" />
      <Label label={wide[index]} className="hidden lg:inline" />
    </svg>
  ));
}

function Label({
  label,
  className,
}: {
  label: PlacedLabel | null | undefined;
  className: string;
}) {
  return label ? (
    <text
      x={label.dx}
      y={label.dy + 4}
      textAnchor={label.anchor}
      className={className}
    >
      {label.text}
    </text>
  ) : null;
}
