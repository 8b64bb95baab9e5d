import {
  middleOf,
  type DrawnMean,
  type DrawnPoint,
  type Scale,
  round,
} from "./control-chart-scale";
import {
  LETTER_WIDTH,
  placeTexts,
  TEXT_HEIGHT,
  type Size,
  type Spot,
  type TextPlace,
} from "./text-places";

export interface PointMark {
  index: number;
  word?: string;
}

interface PointText {
  index: number;
  text: string;
  isValue: boolean;
  place: TextPlace | null;
}

export interface TextsOfPoints {
  centre: number;
  points: readonly DrawnPoint[];
  marks: readonly PointMark[];
  formatValue: (value: number) => string;
  scale: Scale;
  means?: readonly DrawnMean[];
  events?: readonly EventMark[];
}

const MARK = 6;

const OFF = MARK + TEXT_HEIGHT / 2 + 0.5;

/** How far a text may stand out of the plot: labels begin below it, and there is room above and at the sides. */
const BEYOND = { left: 5, right: 5, top: 19, bottom: 11 };

/** How far and how often a text moves: the nearest point must still be its own. */
const STEP = 7;
const STEPS = 3;

/**
 * Places texts where they cover no mark and no line. Values choose first, the farthest from the mean before the
 * others.
 */
export function textsOfPoints(
  { centre, points, marks, formatValue, scale, ...more }: TextsOfPoints,
  sizes: readonly Size[],
): PointText[] {
  const { means = [{ from: 0, to: points.length - 1, value: centre }] } = more;
  const meanAt = (index: number) =>
    means.find(({ from, to }) => index >= from && index <= to)?.value ?? centre;
  const narrowest = Math.min(...sizes.map(({ width }) => width));
  const known = points.flatMap(({ value, outside }, index) =>
    value === null ? [] : [{ index, value, outside }],
  );
  const values = known
    .filter(({ outside }) => outside !== null)
    .sort(
      (a, b) =>
        Math.abs(b.value - meanAt(b.index)) -
        Math.abs(a.value - meanAt(a.index)),
    )
    .map(({ index, value }) => ({ index, value, text: formatValue(value) }));
  const words = known.flatMap(({ index, value }) =>
    marks.flatMap(({ index: at, word }) =>
      at === index && word ? [{ index, value, text: word }] : [],
    ),
  );
  const wanted = [...values, ...words];
  if (wanted.length === 0) return [];
  const spotOf = (index: number, value: number): Spot => ({
    x: middleOf(index, points.length),
    y: scale.y(value),
  });
  const isMarked = new Set(marks.map(({ index }) => index));
  const places = placeTexts(
    wanted.map(({ index, value, text }) => ({
      ...spotOf(index, value),
      width: text.length * LETTER_WIDTH,
      places: placesFor(value < meanAt(index)),
    })),
    {
      marks: known
        .filter(({ index, outside }) => outside !== null || isMarked.has(index))
        .map(({ index, value }) => ({ ...spotOf(index, value), reach: MARK })),
      lines: [
        ...piecesOfLine(points, spotOf),
        ...levelsOf(points, means, scale),
      ],
      texts: eventTexts(more.events ?? [], points.length, narrowest),
      beyond: BEYOND,
    },
    sizes,
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

type Line = [Spot, Spot];

function piecesOfLine(
  points: readonly DrawnPoint[],
  spotOf: (index: number, value: number) => Spot,
): Line[] {
  return points.flatMap(({ value }, index): Line[] => {
    const before = points[index - 1]?.value ?? null;
    return value === null || before === null
      ? []
      : [[spotOf(index - 1, before), spotOf(index, value)]];
  });
}

function levelsOf(
  points: readonly DrawnPoint[],
  means: readonly DrawnMean[],
  scale: Scale,
): Line[] {
  const level = (value: number, from: number, to: number): Line => {
    const x = (index: number) => (index / points.length) * 100;
    const y = scale.y(value);
    return [
      { x: x(from), y },
      { x: x(to), y },
    ];
  };
  return [
    ...means.map(({ from, to, value }) => level(value, from, to + 1)),
    ...points.flatMap(({ lower, upper }, index) =>
      [lower, upper].flatMap((limit) =>
        limit === null ? [] : [level(limit, index, index + 1)],
      ),
    ),
  ];
}

export interface EventMark {
  index: number;
  number: number;
}

interface EventLabel {
  index: number;
  text: string;
  x: number;
}

/** Distances in pixels: from the top of the plot to the middle of a number, and at least between two numbers. */
const NUMBERS_ABOVE = -10;
const NUMBERS_APART = 3;

/** How far a number may stand out of the plot at its sides. */
const NUMBER_BEYOND = 5;

export function eventLabels(
  events: readonly EventMark[],
  count: number,
  width: number,
): EventLabel[] {
  const groups: EventMark[][] = [];
  for (const event of events) {
    groups.push([event]);
    // Numbers that stand together are wider, and may meet those before.
    for (;;) {
      const [before, last] = groups.slice(-2).map(placed);
      if (!before || !last || !doMeet(before, last)) break;
      groups.splice(-2, 2, groups.slice(-2).flat());
    }
  }
  return groups.map(placed).map(({ index, text, middle, reach }) => {
    const edge = reach - NUMBER_BEYOND;
    const x = Math.min(Math.max(middle, edge), width - edge);
    return { index, text, x: round((x / width) * 100) };
  });

  function placed(group: readonly EventMark[]) {
    const [first, last] = [group[0], group[group.length - 1]];
    const numbers = group.map(({ number }) => number);
    const isRow = (last?.number ?? 0) - (first?.number ?? 0) < numbers.length;
    const text =
      isRow && first !== last
        ? `${first?.number}–${last?.number}`
        : numbers.join(", ");
    const places = [first, last].map((event) =>
      event ? middleOf(event.index, count) : 0,
    );
    const middle = (places.reduce((a, b) => a + b, 0) / 2 / 100) * width;
    const reach = (text.length * LETTER_WIDTH) / 2;
    return { index: first?.index ?? 0, text, middle, reach };
  }
}

function doMeet(
  one: { middle: number; reach: number },
  other: { middle: number; reach: number },
): boolean {
  return other.middle - one.middle < one.reach + other.reach + NUMBERS_APART;
}

function eventTexts(
  events: readonly EventMark[],
  count: number,
  width: number,
) {
  return eventLabels(events, count, width).map(({ x, text }) => ({
    x,
    y: 0,
    width: text.length * LETTER_WIDTH,
    dy: NUMBERS_ABOVE,
  }));
}
