import {
  type DrawnPoint,
  round,
  type Scale,
  scaleOf,
} from "./control-chart-scale";
import { Diamond, gridPath, LineNames, PlacedText, Ticks } from "./plot-parts";
import {
  type Spot,
  placeTexts,
  TEXT_HEIGHT,
  type TextPlace,
} from "./text-places";

const PIECES = 40;

/** The curved limits start at this share of the width; a straight piece leads from there to the edge. */
const SMALLEST_DRAWN = 0.01;
const AT_THE_EDGE = SMALLEST_DRAWN / 100;

interface Place {
  x: (size: number) => number;
  y: Scale["y"];
}

/** Has more points where the limits bend more. All marks' limits lie within the plot, so none are cut away. */
function curves(
  largest: number,
  limitsAt: (size: number) => { lower: number; upper: number },
  { x, y }: Place,
): string {
  const sizes = [
    largest * AT_THE_EDGE,
    ...Array.from(
      { length: PIECES + 1 },
      (_, index) => largest * SMALLEST_DRAWN ** (1 - index / PIECES),
    ),
  ];
  return (["lower", "upper"] as const)
    .map((side) =>
      fromTheEdge(
        sizes.map((size) => ({ x: x(size), y: y(limitsAt(size)[side]) })),
      )
        .map(
          (point, index) => `${index === 0 ? "M" : "L"}${point.x} ${point.y}`,
        )
        .join(""),
    )
    .join("");
}

/** Begins where the limit crosses the plot's edge. */
function fromTheEdge(points: readonly Spot[]): Spot[] {
  const first = points.findIndex(({ y }) => y >= 0 && y <= 100);
  const [before, entered] = [points[first - 1], points[first]];
  if (!entered) return [];
  const within = points.slice(first);
  if (!before) return within;
  const edge = before.y < 0 ? 0 : 100;
  const part = (edge - before.y) / (entered.y - before.y);
  const crossing = round(before.x + (entered.x - before.x) * part);
  return [{ x: crossing, y: edge }, ...within];
}

export interface FunnelMark extends DrawnPoint {
  /** How much the value stands on: its place from left to right. */
  size: number;
  value: number;
  label: string;
}

type Line = "inner" | "outer";

/** What the line of a limit is called at its end: on a wide screen, and where there is little room. */
interface LineName {
  long: string;
  short: string;
}

interface FunnelSvgProps {
  name: string;
  centre: number;
  marks: readonly FunnelMark[];
  limitsAt: (size: number, line: Line) => { lower: number; upper: number };
  lineNames: Record<Line, LineName>;
  sizeAxis: string;
  rateAxis: string;
  tickUnit?: string;
  /** It has as little room on a wide screen as on a phone. */
  isNarrow?: boolean;
}

const sizeText = new Intl.NumberFormat("en-US");

/** So many marks are all named where there is room; more names would be a thicket. */
const ALL_NAMED_AT_MOST = 8;

/** How far apart names at the ends of the lines stand, in percent of the height. */
const LINE_NAMES_APART = 5;

/** Needs no script. It stretches only its lines, and only its name is for assistive technology. */
export function FunnelSvg(props: FunnelSvgProps) {
  const { name, centre, marks, sizeAxis, rateAxis, tickUnit = "" } = props;
  const rates = scaleOf(centre, marks, [], tickUnit);
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
        <Lines {...props} rates={rates} largest={largest} place={place} />
        {marks.map(({ size, value, outside }, index) =>
          outside === null ? (
            <circle
              key={index}
              cx={`${place.x(size)}%`}
              cy={`${place.y(value)}%`}
              r="3.5"
            />
          ) : null,
        )}
        <Ticks scale={rates} unit={tickUnit} />
        <g className="labels" transform="translate(0 18)">
          {sizes.ticks.map((tick) => (
            <text key={tick} x={`${place.x(tick)}%`} y="100%">
              {sizeText.format(tick)}
            </text>
          ))}
          <text x="50%" y="100%" dy="24">
            {sizeAxis}
          </text>
        </g>
        <text x="-36" y="-16">
          {rateAxis}
        </text>
        <LineNames
          names={lineNames(props, largest, place)}
          apart={LINE_NAMES_APART}
        />
        <Marks
          marks={marks}
          mean={centre}
          place={place}
          isNarrow={props.isNarrow === true}
        />
      </g>
    </svg>
  );
}

function Lines({
  centre,
  limitsAt,
  rates,
  largest,
  place,
}: FunnelSvgProps & { rates: Scale; largest: number; place: Place }) {
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none">
      <path className="grid-line" d={gridPath(rates, 100)} />
      {LINES.map((line) => (
        <path
          key={line}
          className="limit"
          d={curves(largest, (size) => limitsAt(size, line), place)}
        />
      ))}
      <path className="mean" d={`M0 ${place.y(centre)}H100`} />
    </svg>
  );
}

function lineNames(
  { centre, limitsAt, lineNames: names, isNarrow }: FunnelSvgProps,
  largest: number,
  place: Place,
) {
  const limits = LINES.flatMap((line) => {
    const { lower, upper } = limitsAt(largest, line);
    const { short, long } = names[line];
    return [upper, lower].map((limit) => ({
      y: place.y(limit),
      name: isNarrow ? (
        short
      ) : (
        <>
          <tspan className="xl:hidden">{short}</tspan>
          <tspan className="hidden xl:inline">{long}</tspan>
        </>
      ),
    }));
  });
  return [{ name: "Mean", y: place.y(centre) }, ...limits];
}

const LINES = ["outer", "inner"] as const;

const NO_LIMITS = { lower: null, upper: null, outside: null };

function Marks({
  marks,
  mean,
  place,
  isNarrow,
}: {
  marks: readonly FunnelMark[];
  mean: number;
  place: Place;
  isNarrow: boolean;
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
  const named = isFew ? [...outside, ...dots] : outside;
  const inTheWay = isFew ? [] : dots;
  const labels = (width: number) =>
    placeLabels(named, inTheWay, width, place.y(mean));
  const narrow = labels(PLOT_WIDTHS.narrow);
  const wide = isNarrow ? narrow : labels(PLOT_WIDTHS.wide);
  return named.map(({ x, y, side }, index) => (
    <svg
      key={index}
      className={side ? `violation ${side}` : "name"}
      x={`${x}%`}
      y={`${y}%`}
    >
      {side ? <Diamond /> : null}
      <PlacedText
        text={(narrow[index] ?? wide[index])?.text ?? ""}
        narrow={narrow[index] ?? null}
        wide={wide[index] ?? null}
      />
    </svg>
  ));
}

/** Its place is percent from the left and from the top. */
export interface LabelledMark {
  x: number;
  y: number;
  label: string;
}

interface PlacedLabel extends TextPlace {
  text: string;
}

/** Widths of a plot in pixels: that of a phone of 360 px without scripts, and that of a wide screen. More only moves marks apart. */
export const PLOT_WIDTHS = { narrow: 198, wide: 540 } as const;

/** Must equal the height in app/styles/funnel.css. */
const HEIGHT = 320;
const LETTER_WIDTH = 6.8;
/** Half of a diamond, and half of a dot, with a little air. */
const MARK = 8;
const DOT = 5;
const LONGEST = 24;
const SHORTEST = 8;

/** What stands in brackets behind a name, as '(silent, in doubt)': a mark, which a name that is cut must not lose. */
const BEHIND = /^(.+?)( \([^()]{1,20}\))$/;

/** A mark may stand on the plot's edge, half of its name beyond it. */
const BEYOND = {
  left: 0,
  right: 0,
  top: TEXT_HEIGHT / 2,
  bottom: TEXT_HEIGHT / 2,
};

/**
 * The order is right, left, above, below, then above or below to one side. No name covers another name, a mark or the
 * mean. Null if a name finds no room; the first in the list choose first.
 */
export function placeLabels(
  marks: readonly LabelledMark[],
  dots: readonly Spot[],
  width: number,
  mean: number,
): (PlacedLabel | null)[] {
  const texts = marks.map(({ label }) => shortened(label));
  return placeTexts(
    marks.map(({ x, y }, index) => ({
      x,
      y,
      width: (texts[index]?.length ?? 0) * LETTER_WIDTH,
      places: PLACES,
    })),
    {
      marks: [
        ...marks.map(({ x, y }) => ({ x, y, reach: MARK })),
        ...dots.map(({ x, y }) => ({ x, y, reach: DOT })),
      ],
      lines: [
        [
          { x: 0, y: mean },
          { x: 100, y: mean },
        ],
      ],
      beyond: BEYOND,
    },
    [{ width, height: HEIGHT }],
  ).map((place, index) => place && { ...place, text: texts[index] ?? "" });
}

const ASIDE = MARK + 1;
const OFF = MARK + TEXT_HEIGHT / 2;

const PLACES: readonly TextPlace[] = [
  { dx: ASIDE, dy: 0, anchor: "start" },
  { dx: -ASIDE, dy: 0, anchor: "end" },
  { dx: 0, dy: -OFF, anchor: "middle" },
  { dx: 0, dy: OFF, anchor: "middle" },
  { dx: 0, dy: -OFF, anchor: "end" },
  { dx: 0, dy: OFF, anchor: "end" },
  { dx: 0, dy: -OFF, anchor: "start" },
  { dx: 0, dy: OFF, anchor: "start" },
];

function shortened(label: string): string {
  if (label.length <= LONGEST) return label;
  const [, name = label, behind = ""] = BEHIND.exec(label) ?? [];
  return cut(name, Math.max(SHORTEST, LONGEST - behind.length)) + behind;
}

function cut(name: string, longest: number): string {
  return name.length <= longest
    ? name
    : `${name.slice(0, longest - 1).trimEnd()}…`;
}
