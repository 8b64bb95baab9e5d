/** A mark that wants its name written beside it; its place in percent from the left and from the top. */
export interface LabelledMark {
  x: number;
  y: number;
  label: string;
}

/** Where a name stands to its mark: pixels from the middle of the mark, and the side from which it runs. */
export interface PlacedLabel {
  text: string;
  dx: number;
  dy: number;
  anchor: "start" | "middle" | "end";
}

/** Widths of a plot in pixels: the narrowest that a phone has, and that a wide screen has. More only moves marks apart. */
export const PLOT_WIDTHS = { narrow: 232, wide: 540 } as const;

/** As high as app/styles/funnel.css has it. */
const HEIGHT = 320;
/** Of 12 px letters, so that a text is hardly ever wider than thought. */
const LETTER_WIDTH = 6.8;
const LINE_HEIGHT = 15;
/** Half of a diamond, and half of a dot, with a little air. */
const MARK = 8;
const DOT = 5;
const LONGEST = 24;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * Puts names beside their marks so that none covers another name, a mark or a dot: right, left, above or below, and then
 * above or below to one side, in this order. Null for a name that finds no room on a plot so wide; the first in the list choose first.
 */
export function placeLabels(
  marks: readonly LabelledMark[],
  dots: readonly { x: number; y: number }[],
  width: number,
): (PlacedLabel | null)[] {
  const pixelsOf = ({ x, y }: { x: number; y: number }) => ({
    x: (x / 100) * width,
    y: (y / 100) * HEIGHT,
  });
  const taken = [
    ...marks.map((mark) => boxAround(pixelsOf(mark), MARK)),
    ...dots.map((dot) => boxAround(pixelsOf(dot), DOT)),
  ];
  return marks.map((mark) => {
    const text = shortened(mark.label);
    for (const place of placesFor(text)) {
      const box = boxOf(pixelsOf(mark), place);
      if (isInside(box, width) && !taken.some((other) => overlap(box, other))) {
        taken.push(box);
        return place;
      }
    }
    return null;
  });
}

function placesFor(text: string): PlacedLabel[] {
  const aside = MARK + 1;
  const off = MARK + LINE_HEIGHT / 2;
  return [
    { text, dx: aside, dy: 0, anchor: "start" },
    { text, dx: -aside, dy: 0, anchor: "end" },
    { text, dx: 0, dy: -off, anchor: "middle" },
    { text, dx: 0, dy: off, anchor: "middle" },
    { text, dx: 0, dy: -off, anchor: "end" },
    { text, dx: 0, dy: off, anchor: "end" },
    { text, dx: 0, dy: -off, anchor: "start" },
    { text, dx: 0, dy: off, anchor: "start" },
  ];
}

function shortened(label: string): string {
  return label.length <= LONGEST
    ? label
    : `${label.slice(0, LONGEST - 1).trimEnd()}…`;
}

function boxAround({ x, y }: { x: number; y: number }, reach: number): Box {
  return {
    left: x - reach,
    right: x + reach,
    top: y - reach,
    bottom: y + reach,
  };
}

function boxOf(
  { x, y }: { x: number; y: number },
  { text, dx, dy, anchor }: PlacedLabel,
): Box {
  const width = text.length * LETTER_WIDTH;
  const left = x + dx - { start: 0, middle: width / 2, end: width }[anchor];
  const top = y + dy - LINE_HEIGHT / 2;
  return { left, right: left + width, top, bottom: top + LINE_HEIGHT };
}

function isInside({ left, right, top, bottom }: Box, width: number): boolean {
  // A mark may stand on the plot's edge, half of its name beyond it.
  const beyond = LINE_HEIGHT / 2;
  return (
    left >= 0 && right <= width && top >= -beyond && bottom <= HEIGHT + beyond
  );
}

function overlap(a: Box, b: Box): boolean {
  return (
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
  );
}
