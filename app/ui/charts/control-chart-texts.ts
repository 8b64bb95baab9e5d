import { middleOf, type DrawnPoint, type Scale } from "./control-chart-scale";
import {
  boxAround,
  movedApart,
  placeTexts,
  TEXT_HEIGHT,
  type Box,
  type Spot,
  type TextPlace,
} from "./text-places";

/** A point that belongs to a pattern; the word stands beside the last one of it. */
export interface PointMark {
  index: number;
  word?: string;
}

/** A text beside a point; null where it has no room. */
export interface PointText {
  index: number;
  text: string;
  /** Of a value outside of its limits; the others are words of patterns. */
  isValue: boolean;
  place: TextPlace | null;
}

export interface TextsOfPoints {
  centre: number;
  points: readonly DrawnPoint[];
  marks: readonly PointMark[];
  formatValue: (value: number) => string;
  scale: Scale;
}

/** Of semibold letters of 12 px in a wide font, in pixels. */
const LETTER_WIDTH = 8.4;

/** Half of a diamond or a ring. */
const MARK = 6;

/** From a point to the middle of its text. */
const OFF = MARK + TEXT_HEIGHT / 2 + 0.5;

/** How far a text may stand out of the plot: labels begin below it, and there is room above and at the sides. */
const BEYOND = { left: 5, right: 5, top: 19, bottom: 11 };

/** A text that finds no room beside its point moves away from it by such steps, so many times: still the nearest point is its own. */
const STEP = 7;
const STEPS = 3;

/** Half of a line's width with a little air. */
const LINE = 1.5;

/** So many boxes cover a piece of the line from point to point. */
const BOXES_OF_A_PIECE = 8;

interface Size {
  width: number;
  height: number;
}

/**
 * The values outside of their limits and the words of patterns, on plots of these sizes in pixels, where they cover no mark and
 * no line of the chart; away from the mean first, and rather between the lines of the axis than over one. Values choose first,
 * the farthest from the mean before the others.
 */
export function textsOfPoints(
  { centre, points, marks, formatValue, scale }: TextsOfPoints,
  sizes: readonly Size[],
): PointText[] {
  const known = points.flatMap(({ value, outside }, index) =>
    value === null ? [] : [{ index, value, outside }],
  );
  const values = known
    .filter(({ outside }) => outside !== null)
    .sort((a, b) => Math.abs(b.value - centre) - Math.abs(a.value - centre))
    .map(({ index, value }) => ({ index, value, text: formatValue(value) }));
  const words = known.flatMap(({ index, value }) =>
    marks.flatMap(({ index: at, word }) =>
      at === index && word ? [{ index, value, text: word }] : [],
    ),
  );
  const wanted = [...values, ...words];
  if (wanted.length === 0) return [];
  const spotOn =
    ({ width, height }: Size) =>
    (index: number, value: number): Spot => ({
      x: (middleOf(index, points.length) / 100) * width,
      y: (scale.y(value) / 100) * height,
    });
  const isMarked = new Set(marks.map(({ index }) => index));
  const places = placeTexts(
    wanted.map(({ index, value, text }) => ({
      spots: sizes.map((size) => spotOn(size)(index, value)),
      width: text.length * LETTER_WIDTH,
      places: placesFor(value < centre),
    })),
    sizes.map((size) => ({
      marks: known
        .filter(({ index, outside }) => outside !== null || isMarked.has(index))
        .map(({ index, value }) => boxAround(spotOn(size)(index, value), MARK)),
      lines: [
        ...boxesOfLine(points, spotOn(size)),
        ...boxesOfLimits(points, centre, scale, size),
      ],
      faint: scale.ticks.map((tick) => {
        const y = (scale.y(tick) / 100) * size.height;
        return boxBetween({ x: 0, y }, { x: size.width, y });
      }),
      bounds: {
        left: -BEYOND.left,
        right: size.width + BEYOND.right,
        top: -BEYOND.top,
        bottom: size.height + BEYOND.bottom,
      },
    })),
  );
  return wanted.map(({ index, text }, at) => ({
    index,
    text,
    isValue: at < values.length,
    place: places[at] ?? null,
  }));
}

function placesFor(isLow: boolean): TextPlace[] {
  const side = isLow ? 1 : -1;
  const at = (dy: number): TextPlace[] => [
    { dx: 0, dy, anchor: "middle" },
    { dx: -MARK, dy, anchor: "start" },
    { dx: MARK, dy, anchor: "end" },
  ];
  const farther = Array.from({ length: STEPS }, (_, step) => (step + 1) * STEP);
  return [
    ...at(side * OFF),
    { dx: MARK + 3, dy: 0, anchor: "start" },
    { dx: -MARK - 3, dy: 0, anchor: "end" },
    ...at(-side * OFF),
    ...farther.flatMap((step) => [
      ...at(side * (OFF + step)),
      { dx: MARK + 3, dy: side * step, anchor: "start" as const },
      { dx: -MARK - 3, dy: side * step, anchor: "end" as const },
      ...at(-side * (OFF + step)),
    ]),
  ];
}

function boxesOfLine(
  points: readonly DrawnPoint[],
  spotOf: (index: number, value: number) => Spot,
): Box[] {
  return points.flatMap(({ value }, index) => {
    const before = points[index - 1]?.value ?? null;
    if (value === null || before === null) return [];
    const from = spotOf(index - 1, before);
    const to = spotOf(index, value);
    return Array.from({ length: BOXES_OF_A_PIECE }, (_, piece) => {
      const at = (part: number): Spot => ({
        x: from.x + ((to.x - from.x) * part) / BOXES_OF_A_PIECE,
        y: from.y + ((to.y - from.y) * part) / BOXES_OF_A_PIECE,
      });
      return boxBetween(at(piece), at(piece + 1));
    });
  });
}

/** The mean, and the limits of each point. */
function boxesOfLimits(
  points: readonly DrawnPoint[],
  centre: number,
  scale: Scale,
  { width, height }: Size,
): Box[] {
  const level = (value: number, from: number, to: number) => {
    const y = (scale.y(value) / 100) * height;
    const x = (index: number) => (index / points.length) * width;
    return boxBetween({ x: x(from), y }, { x: x(to), y });
  };
  return [
    level(centre, 0, points.length),
    ...points.flatMap(({ lower, upper }, index) =>
      [lower, upper].flatMap((limit) =>
        limit === null ? [] : [level(limit, index, index + 1)],
      ),
    ),
  ];
}

function boxBetween(one: Spot, other: Spot): Box {
  return {
    left: Math.min(one.x, other.x) - LINE,
    right: Math.max(one.x, other.x) + LINE,
    top: Math.min(one.y, other.y) - LINE,
    bottom: Math.max(one.y, other.y) + LINE,
  };
}

export type LineName = "upper" | "centre" | "lower";

/** Heights in percent of the names at the right end of the lines: at their lines, and apart where two would meet. */
export function lineEnds(
  centre: number,
  last: DrawnPoint | undefined,
  { y }: Scale,
  height: number,
): { line: LineName; y: number }[] {
  const ends = (
    [
      ["upper", last?.upper ?? null],
      ["centre", centre],
      ["lower", last?.lower ?? null],
    ] as const
  ).flatMap(([line, value]) => (value === null ? [] : [{ line, y: y(value) }]));
  const moved = movedApart(
    ends.map((end) => end.y),
    (TEXT_HEIGHT / height) * 100,
    100,
  );
  return ends.map(({ line }, index) => ({
    line,
    y: Math.round(moved[index] ?? 0),
  }));
}
