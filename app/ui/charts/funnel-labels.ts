import {
  placeTexts,
  TEXT_HEIGHT,
  type Spot,
  type TextPlace,
} from "./text-places";

/** Its place is percent from the left and from the top. */
export interface LabelledMark {
  x: number;
  y: number;
  label: string;
}

export interface PlacedLabel extends TextPlace {
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
