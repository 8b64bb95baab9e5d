import {
  dotPath,
  linePath,
  middleOf,
  openLinePath,
  pointsWithRoom,
  scaleOf,
  stepPath,
  type DrawnPoint,
  type Scale,
} from "./control-chart-scale";

export type ChartSize = "small" | "large" | "full";

/** A point that belongs to a pattern; the word stands beside the last one of it. */
export interface PointMark {
  index: number;
  word?: string;
}

export interface ControlChartSvgProps {
  /** Name of the picture; what it shows is said in the text beside it. */
  name: string;
  size: ChartSize;
  /** Labels of the points, left to right. */
  labels: readonly string[];
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

type LineName = "centre" | "lower" | "upper";

/** Heights of the plot in pixels (app/styles/charts.css), to keep texts apart. Classes are written whole for the style sheet. */
const LOOK: Record<ChartSize, { className: string; height: number }> = {
  small: { className: "chart chart-small", height: 110 },
  large: { className: "chart chart-large", height: 146 },
  full: { className: "chart chart-full", height: 320 },
};

/** Bands that the text of a value covers where they are narrow. */
const BANDS_OF_A_VALUE = 4;

/** Where there is no room for a text below a point, in percent of the height: there the labels begin. */
const LOWEST_FOR_TEXT = 90;

/** Height of a line of text, in pixels. */
const LINE_HEIGHT = 13;

const LINE_NAMES = [
  { line: "upper", name: "Upper" },
  { line: "centre", name: "Mean" },
  { line: "lower", name: "Lower" },
] as const;

/**
 * A control chart as a picture that needs no script: the values with their mean and stepped limits, a diamond with its
 * value where a point is outside of them, a ring where it belongs to a pattern, a small ring where it is still open. Lines stretch with the width, texts
 * and strokes do not: the svg around them is measured in percent, and has no view box.
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
  const isMarked = new Set(marks.map(({ index }) => index));
  const isOutside = (index: number) => points[index]?.outside != null;
  const isOpen = (index: number) => points[index]?.isOpen === true;
  const openLine = openLinePath(points, scale);
  const openRings = dotPath(points, isOpen, scale);
  const rings = dotPath(
    points,
    (index) => isMarked.has(index) && !isOutside(index) && !isOpen(index),
    scale,
  );
  return (
    <svg role="img" aria-label={name} className={LOOK[size].className}>
      <svg role="none" viewBox={`0 0 ${right} 100`} preserveAspectRatio="none">
        <path
          className="grid-line"
          d={scale.ticks.map((tick) => `M0 ${scale.y(tick)}H${right}`).join("")}
        />
        <path
          className="limit"
          d={
            stepPath(points, "upper", scale) + stepPath(points, "lower", scale)
          }
        />
        {centre === null ? null : (
          <path className="mean" d={`M0 ${scale.y(centre)}H${right}`} />
        )}
        <path className="line" d={linePath(points, scale)} />
        {openLine ? <path className="line open" d={openLine} /> : null}
        <path
          className="dot"
          d={dotPath(
            points,
            (index) => !isOutside(index) && !isOpen(index),
            scale,
          )}
        />
        {openRings ? (
          <>
            <path className="ring open" d={openRings} />
            <path className="hole open" d={openRings} />
          </>
        ) : null}
        {rings ? (
          <>
            <path className="ring" d={rings} />
            <path className="hole" d={rings} />
          </>
        ) : null}
      </svg>
      <g className="ticks">
        {scale.ticks.map((tick) => (
          <text key={tick} x="-6" y={`${scale.y(tick)}%`}>
            {`${tick.toFixed(scale.decimals)}${tickUnit}`}
          </text>
        ))}
      </g>
      <g className="labels">
        {labels.map((label, index) => (
          <text key={index} x={`${middleOf(index, labels.length)}%`} y="100%">
            {label}
          </text>
        ))}
      </g>
      <LineNames
        centre={centre}
        last={points.at(-1)}
        values={lineValues}
        height={LOOK[size].height}
        scale={scale}
      />
      <Violations
        points={points}
        centre={centre ?? 0}
        isRoomy={size === "full"}
        formatValue={formatValue}
        scale={scale}
      />
      <Words points={points} centre={centre ?? 0} marks={marks} scale={scale} />
    </svg>
  );
}

/** Names at the right end of the lines; a limit so near to the mean that the texts would overlap has none. */
function LineNames({
  centre,
  last,
  values,
  height,
  scale,
}: {
  centre: number | null;
  last: DrawnPoint | undefined;
  values: Record<LineName, string> | undefined;
  height: number;
  scale: Scale;
}) {
  if (centre === null) return null;
  const lines = {
    upper: last?.upper ?? null,
    centre,
    lower: last?.lower ?? null,
  };
  const middle = scale.y(centre);
  return (
    <g className="ends">
      {LINE_NAMES.map(({ line, name }) => {
        const value = lines[line];
        if (value === null) return null;
        const y = scale.y(value);
        const distance = (Math.abs(y - middle) / 100) * height;
        if (line !== "centre" && distance < LINE_HEIGHT) return null;
        return (
          <text key={line} x="100%" dx="6" y={`${y}%`}>
            {name}
            {values ? <tspan className="wide"> {values[line]}</tspan> : null}
          </text>
        );
      })}
    </g>
  );
}

function Violations({
  points,
  centre,
  isRoomy,
  formatValue,
  scale,
}: {
  points: readonly DrawnPoint[];
  centre: number;
  /** A wide screen has room for all values. */
  isRoomy: boolean;
  formatValue: (value: number) => string;
  scale: Scale;
}) {
  const outside = points.flatMap((point, index) =>
    point.outside !== null && point.value !== null
      ? [{ index, value: point.value, side: point.outside }]
      : [],
  );
  const written = pointsWithRoom(
    outside.map(({ index }) => index),
    (index) => Math.abs((points[index]?.value ?? centre) - centre),
    BANDS_OF_A_VALUE,
  );
  return outside.map(({ index, value, side }) => (
    <svg
      key={index}
      role="none"
      className={`violation ${side}`}
      x={`${middleOf(index, points.length)}%`}
      y={`${scale.y(value)}%`}
    >
      <path d="M0-6 6 0 0 6-6 0Z" />
      {isRoomy || written.includes(index) ? (
        <text
          className={written.includes(index) ? undefined : "wide"}
          y={side === "above" || scale.y(value) > LOWEST_FOR_TEXT ? -13 : 13}
          {...anchorOf(index, points)}
        >
          {formatValue(value)}
        </text>
      ) : null}
    </svg>
  ));
}

function Words({
  points,
  centre,
  marks,
  scale,
}: {
  points: readonly DrawnPoint[];
  centre: number;
  marks: readonly PointMark[];
  scale: Scale;
}) {
  return marks.map(({ index, word }) => {
    const value = points[index]?.value ?? null;
    if (!word || value === null) return null;
    const isLow = value < centre;
    const isAtText = points.some(
      ({ outside }, other) =>
        outside === (isLow ? "below" : "above") &&
        Math.abs(other - index) < BANDS_OF_A_VALUE,
    );
    return (
      <text
        key={`${index} ${word}`}
        className="word"
        x={`${middleOf(index, points.length)}%`}
        y={`${scale.y(value)}%`}
        dy={isLow === isAtText ? -14 : 14}
        {...anchorOf(index, points)}
      >
        {word}
      </text>
    );
  });
}

/** A text at the edge of the plot grows inwards. */
function anchorOf(index: number, points: readonly unknown[]) {
  if (index < 2) return { textAnchor: "start" } as const;
  if (index > points.length - 3) return { textAnchor: "end" } as const;
  return {};
}
