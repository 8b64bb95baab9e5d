import {
  linePath,
  middleOf,
  openLinePath,
  scaleOf,
  stepPath,
  type DrawnPoint,
} from "./control-chart-scale";
import {
  lineEnds,
  textsOfPoints,
  type LineName,
  type PointMark,
  type PointText,
  type TextsOfPoints,
} from "./control-chart-texts";

export type ChartSize = "small" | "large" | "full";

/** A label under a point. */
export interface ChartLabel {
  index: number;
  month: string;
  year: string | null;
  /** On a wide screen only. */
  isBetween: boolean;
}

export interface ControlChartSvgProps {
  /** Name of the picture; what it shows is said in the text beside it. */
  name: string;
  size: ChartSize;
  labels: readonly ChartLabel[];
  centre: number | null;
  points: readonly DrawnPoint[];
  marks?: readonly PointMark[];
  /** Stands behind the numbers of the axis. */
  tickUnit?: string;
  /** Text of a value outside of its limits. */
  formatValue: (value: number) => string;
  /** Values behind the names of the lines, where there is room for them. */
  lineValues?: Record<LineName, string>;
}

/** Heights of the plot in pixels (app/styles/charts.css), to keep texts apart. Classes are written whole for the style sheet. */
const LOOK: Record<ChartSize, { className: string; height: number }> = {
  small: { className: "chart chart-small", height: 150 },
  large: { className: "chart chart-large", height: 222 },
  full: { className: "chart chart-full", height: 338 },
};

/** Widths that a plot may have in pixels, from the narrowest of a phone on, and those that a wide screen has in full. */
const WIDTHS = { narrow: [200, 280, 400, 640], wide: [820, 1100, 1400] };

const LINE_NAMES = { upper: "Upper", centre: "Mean", lower: "Lower" } as const;

/** From the middle of a text to the line that it stands on, and from the plot to that of its labels: in pixels. */
const BASELINE = 4;
const LABELS = 22;

/**
 * A control chart as a picture that needs no script: the values with their mean and stepped limits, a diamond with its
 * value where a point is outside of them, a ring where it belongs to a pattern, a small ring where it is still open. Lines
 * stretch with the width in an svg of their own. Points and texts do not: their places are percent of the outer svg, which
 * has no view box. Only its name is for assistive technology.
 */
export function ControlChartSvg({
  name,
  size,
  labels,
  centre,
  points,
  marks = [],
  tickUnit = "",
  formatValue,
  lineValues,
}: ControlChartSvgProps) {
  const scale = scaleOf(centre, points);
  const right = 2 * points.length;
  const openLine = openLinePath(points, scale);
  const { className, height } = LOOK[size];
  return (
    <svg role="img" aria-label={name} className={className}>
      <g aria-hidden="true">
        <svg viewBox={`0 0 ${right} 100`} preserveAspectRatio="none">
          <path
            className="grid-line"
            d={scale.ticks
              .map((tick) => `M0 ${scale.y(tick)}H${right}`)
              .join("")}
          />
          <path
            className="limit"
            d={
              stepPath(points, "upper", scale) +
              stepPath(points, "lower", scale)
            }
          />
          {centre === null ? null : (
            <path className="mean" d={`M0 ${scale.y(centre)}H${right}`} />
          )}
          <path className="line" d={linePath(points, scale)} />
          {openLine ? <path className="line open" d={openLine} /> : null}
        </svg>
        <g className="ticks" transform={`translate(-6 ${BASELINE})`}>
          {scale.ticks.map((tick) => (
            <text key={tick} y={`${scale.y(tick)}%`}>
              {`${tick.toFixed(scale.decimals)}${tickUnit}`}
            </text>
          ))}
        </g>
        <g className="labels" transform={`translate(0 ${LABELS})`}>
          {labels.map((label) => (
            <Label key={label.index} label={label} count={points.length} />
          ))}
        </g>
        {centre === null ? null : (
          <LineEnds
            ends={lineEnds(centre, points[points.length - 1], scale, height)}
            values={lineValues}
          />
        )}
        <Points
          texts={{ centre: centre ?? 0, points, marks, formatValue, scale }}
          size={size}
        />
      </g>
    </svg>
  );
}

/** The names of the lines, at their ends. */
function LineEnds({
  ends,
  values,
}: {
  ends: ReturnType<typeof lineEnds>;
  values: ControlChartSvgProps["lineValues"];
}) {
  return (
    <g className="ends" transform={`translate(6 ${BASELINE})`}>
      {ends.map(({ line, y }) => (
        <text key={line} x="100%" y={`${y}%`}>
          {LINE_NAMES[line]}
          {values ? (
            <tspan className="hidden lg:inline"> {values[line]}</tspan>
          ) : null}
        </text>
      ))}
    </g>
  );
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

/** What is drawn at each point, and the texts beside some of them. */
function Points({ texts, size }: { texts: TextsOfPoints; size: ChartSize }) {
  const { marks } = texts;
  const { height } = LOOK[size];
  const isMarked = new Set(marks.map(({ index }) => index));
  const sizesOf = (widths: number[]) =>
    widths.map((width) => ({ width, height }));
  const narrow = textsOfPoints(texts, sizesOf(WIDTHS.narrow));
  const wide =
    size === "full" ? textsOfPoints(texts, sizesOf(WIDTHS.wide)) : narrow;
  const spots = spotsOf(texts);
  const textsAt = (at: number, isValue: boolean) =>
    narrow.map((text, place) =>
      text.index === at && text.isValue === isValue ? (
        <PlacedText key={text.text} narrow={text} wide={wide[place] ?? text} />
      ) : null,
    );
  return (
    <>
      {spots.map(({ index, outside, isOpen, x, y }) => {
        if (outside !== null) return null;
        const isRing = isMarked.has(index) && !isOpen;
        return (
          <circle
            key={index}
            cx={x}
            cy={y}
            r={isRing ? 4 : isOpen ? 2.5 : 2}
            className={isOpen ? "open" : isRing ? "ring" : undefined}
          />
        );
      })}
      {spots.map(({ index, outside, x, y }) =>
        outside === null ? null : (
          <svg key={index} x={x} y={y} className={`violation ${outside}`}>
            <path d="M0-6 6 0 0 6-6 0Z" />
            {textsAt(index, true)}
          </svg>
        ),
      )}
      {spots.map(({ index, x, y }) =>
        marks.some(({ index: at, word }) => at === index && word) ? (
          <svg key={index} x={x} y={y} className="word">
            {textsAt(index, false)}
          </svg>
        ) : null,
      )}
    </>
  );
}

/** Where the points with a value are drawn. */
function spotsOf({ points, scale }: TextsOfPoints) {
  return points.flatMap(({ value, outside, isOpen }, index) =>
    value === null
      ? []
      : [
          {
            index,
            outside,
            isOpen,
            x: `${middleOf(index, points.length)}%`,
            y: `${scale.y(value)}%`,
          },
        ],
  );
}

function PlacedText({ narrow, wide }: { narrow: PointText; wide: PointText }) {
  const text = ({ text, place }: PointText, className?: string) =>
    place ? (
      <text
        x={place.dx || undefined}
        y={place.dy + BASELINE}
        textAnchor={place.anchor === "middle" ? undefined : place.anchor}
        className={className}
      >
        {text}
      </text>
    ) : null;
  const isSame =
    narrow.place?.dx === wide.place?.dx && narrow.place?.dy === wide.place?.dy;
  return isSame ? (
    text(narrow)
  ) : (
    <>
      {text(narrow, "lg:hidden")}
      {text(wide, "hidden lg:inline")}
    </>
  );
}
