import {
  areasBelow,
  type DrawnMean,
  type DrawnPoint,
  linePath,
  middleOf,
  type Scale,
  scaleOf,
  stepPath,
} from "./control-chart-scale";
import {
  type PointMark,
  textsOfPoints,
  type TextsOfPoints,
  eventLabels,
  type EventMark,
} from "./control-chart-texts";
import {
  Diamond,
  gridPath,
  type LineName,
  LineNames,
  PlacedText,
  Ticks,
} from "./plot-parts";
import { TEXT_HEIGHT } from "./text-places";

/** The numbers of events over a plot; on wide screens at places of their own where it is wider there. */
function EventNumbers({
  events,
  count,
  narrow,
  wide,
}: {
  events: readonly EventMark[];
  count: number;
  narrow: readonly number[];
  wide: readonly number[] | null;
}) {
  const labelsOn = ([narrowest = 0]: readonly number[], className?: string) => (
    <g className={className}>
      {eventLabels(events, count, narrowest).map(({ index, text, x }) => (
        <text key={index} x={`${x}%`}>
          {text}
        </text>
      ))}
    </g>
  );
  return (
    <g className="events" transform="translate(0 -6)">
      {labelsOn(narrow, wide ? "lg:hidden" : undefined)}
      {wide ? labelsOn(wide, "hidden lg:inline") : null}
    </g>
  );
}

export type ChartSize = "small" | "large" | "full";

export interface ChartLabel {
  index: number;
  month: string;
  year: string | null;
  isBetween: boolean;
}

export interface ControlChartSvgProps {
  name: string;
  size: ChartSize;
  labels: readonly ChartLabel[];
  centre: number | null;
  points: readonly DrawnPoint[];
  marks?: readonly PointMark[];
  /** Means of stretches, where there are several; else the centre is that of all points. */
  means?: readonly DrawnMean[];
  breaks?: readonly number[];
  events?: readonly EventMark[];
  target?: DrawnMean;
  tickUnit?: string;
  formatValue: (value: number) => string;
}

/** Plot heights in pixels (app/styles/charts.css). Classes are written whole for the style sheet. */
const LOOK: Record<ChartSize, { className: string; heights: number[] }> = {
  small: { className: "chart chart-small", heights: [150] },
  large: { className: "chart chart-large", heights: [222] },
  full: { className: "chart chart-full", heights: [338, 600] },
};

/** Height of the plot on paper in pixels, the lowest of small and large ones: 138 less its padding (profile.css). */
const ON_PAPER = 86;

/** Plot widths in pixels, from the narrowest phone on; wide screens show charts in full. */
const WIDTHS = { narrow: [200, 280, 400, 640], wide: [820, 1100, 1400] };

const LABELS = 22;

/**
 * Needs no script. Lines stretch with the width in an svg of their own; points and texts do not, so their places are
 * percent of the outer svg, which has no view box. Only its name is for assistive technology.
 */
export function ControlChartSvg(props: ControlChartSvgProps) {
  const { name, size, labels, centre, points, tickUnit = "" } = props;
  const { marks = [], events = [], breaks = [], formatValue, target } = props;
  const means = props.means ?? wholeMean(centre, points.length);
  const levels = target ? [...means, target] : means;
  const exact = scaleOf(centre, points, levels, tickUnit);
  const scale = size === "full" ? exact : inHalves(exact);
  return (
    <svg role="img" aria-label={name} className={LOOK[size].className}>
      <g aria-hidden="true">
        <Lines {...{ means, points, breaks, events, target, scale }} />
        <Ticks scale={scale} unit={tickUnit} />
        <g className="labels" transform={`translate(0 ${LABELS})`}>
          {labels.map((label) => (
            <Label key={label.index} label={label} count={points.length} />
          ))}
        </g>
        <LineNames
          names={lineNames(props, scale)}
          apart={
            (TEXT_HEIGHT /
              (size === "full" ? LOOK.full.heights[0]! : ON_PAPER)) *
            100
          }
        />
        <Points
          texts={{
            centre: centre ?? 0,
            ...{ points, marks, formatValue, scale, means: levels, events },
          }}
          size={size}
        />
        {events.length > 0 ? (
          <EventNumbers
            {...{ events, count: points.length }}
            narrow={WIDTHS.narrow}
            wide={size === "full" ? WIDTHS.wide : null}
          />
        ) : null}
      </g>
    </svg>
  );
}

/** Half a percent of a card's chart is a pixel at most, and a page holds five charts. */
function inHalves({ y, ...scale }: Scale): Scale {
  return { ...scale, y: (value) => Math.round(y(value) * 2) / 2 };
}

function wholeMean(centre: number | null, count: number): DrawnMean[] {
  return centre === null ? [] : [{ from: 0, to: count - 1, value: centre }];
}

function Lines({
  means,
  points,
  breaks,
  events,
  target,
  scale,
}: Required<
  Pick<ControlChartSvgProps, "means" | "points" | "breaks" | "events">
> & { target: DrawnMean | undefined; scale: Scale }) {
  const right = 2 * points.length;
  const limits =
    stepPath(points, "upper", scale, breaks) +
    stepPath(points, "lower", scale, breaks);
  return (
    <svg viewBox={`0 0 ${right} 100`} preserveAspectRatio="none">
      {limits ? <path className="band" d={areasBelow(limits)} /> : null}
      <path className="grid-line" d={gridPath(scale, right)} />
      {limits ? <path className="limit" d={limits} /> : null}
      {means.length > 0 ? (
        <path
          className="mean"
          d={means
            .map(
              ({ from, to, value }) =>
                `M${2 * from} ${scale.y(value)}H${2 * (to + 1)}`,
            )
            .join("")}
        />
      ) : null}
      {breaks.length > 0 ? (
        <path
          className="phase"
          d={breaks.map((index) => `M${2 * index} 0V100`).join("")}
        />
      ) : null}
      {events.length > 0 ? (
        <path
          className="event"
          d={events.map(({ index }) => `M${2 * index + 1} 0V100`).join("")}
        />
      ) : null}
      {target ? (
        <path
          className="phase"
          strokeDasharray="8 4"
          d={`M${2 * target.from} ${scale.y(target.value)}H${2 * (target.to + 1)}`}
        />
      ) : null}
      <path className="line" d={linePath(points, scale)} />
    </svg>
  );
}

/** Names the newest value, the mean, and the newest limits; a value outside of its limits stands at its point. */
function lineNames(
  { centre, points, size, formatValue, target }: ControlChartSvgProps,
  { y }: Scale,
): LineName[] {
  const latest = [...points].reverse().find(({ value }) => value !== null);
  const named = (name: string, value: number | null, isWritten: boolean) =>
    value === null
      ? []
      : [
          {
            y: y(value),
            name,
            ...(isWritten && { value: formatValue(value) }),
          },
        ];
  const isFull = size === "full";
  return [
    ...(latest && latest.value !== null && latest.outside === null
      ? [
          {
            y: y(latest.value),
            name: formatValue(latest.value),
            isLatest: true,
          },
        ]
      : []),
    ...named("Upper", latest?.upper ?? null, isFull),
    ...named("Mean", centre, true),
    ...named("Target", target?.value ?? null, true),
    ...named("Lower", latest?.lower ?? null, isFull),
  ];
}

function Label({
  label: { index, month, year, isBetween },
  count,
}: {
  label: ChartLabel;
  count: number;
}) {
  const x = `${middleOf(index, count)}%`;
  return (
    <text x={x} y="100%" className={isBetween ? "hidden lg:inline" : undefined}>
      {month}
      {year ? (
        <tspan x={x} dy="14">
          {year}
        </tspan>
      ) : null}
    </text>
  );
}

function Points({ texts, size }: { texts: TextsOfPoints; size: ChartSize }) {
  const { points, marks, scale } = texts;
  const isMarked = new Set(marks.map(({ index }) => index));
  const spots = points.flatMap(({ value, outside }, index) => {
    if (value === null) return [];
    const isRing = isMarked.has(index);
    const x = `${middleOf(index, points.length)}%`;
    return [{ index, outside, isRing, x, y: `${scale.y(value)}%` }];
  });
  const placed = placedTexts(texts, size);
  const beside = (at: number, isValue: boolean) =>
    placed
      .filter((text) => text.index === at && text.isValue === isValue)
      .map((text) => <PlacedText key={text.text} {...text} />);
  return (
    <>
      {spots.map(({ index, outside, isRing, x, y }) =>
        outside === null ? (
          <circle
            key={index}
            cx={x}
            cy={y}
            r={isRing ? 4 : 2}
            className={isRing ? "ring" : undefined}
          />
        ) : null,
      )}
      {spots.map(({ index, outside, x, y }) =>
        outside === null ? null : (
          <svg key={index} x={x} y={y} className={`violation ${outside}`}>
            <Diamond />
            {beside(index, true)}
          </svg>
        ),
      )}
      {spots.map(({ index, x, y }) =>
        marks.some(({ index: at, word }) => at === index && word) ? (
          <svg key={index} x={x} y={y} className="word">
            {beside(index, false)}
          </svg>
        ) : null,
      )}
    </>
  );
}

function placedTexts(texts: TextsOfPoints, size: ChartSize) {
  const { heights } = LOOK[size];
  const placesOn = (widths: number[]) =>
    textsOfPoints(
      texts,
      widths.flatMap((width) => heights.map((height) => ({ width, height }))),
    );
  const narrow = placesOn(WIDTHS.narrow);
  const wide = size === "full" ? placesOn(WIDTHS.wide) : narrow;
  return narrow.map(({ place, ...text }, at) => ({
    ...text,
    narrow: place,
    wide: wide[at]?.place ?? null,
  }));
}
