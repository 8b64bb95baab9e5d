export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface TextPlace {
  dx: number;
  dy: number;
  anchor: "start" | "middle" | "end";
}

export interface Spot {
  x: number;
  y: number;
}

export interface WantedText extends Spot {
  width: number;
  /** The first is the one it likes best. */
  places: readonly TextPlace[];
}

export interface Drawing {
  /** Points, `reach` pixels around their middle. */
  marks: readonly (Spot & { reach: number })[];
  lines: readonly (readonly [Spot, Spot])[];
  /** Texts that stand where they stand: their middle, `dy` pixels below a spot. */
  texts?: readonly (Spot & { width: number; dy: number })[];
  /** How far in pixels a text may stand out of the plot. */
  beyond: Box;
}

export interface Size {
  width: number;
  height: number;
}

/** Width in pixels of a semibold 12 px letter in a wide font. */
export const LETTER_WIDTH = 8.4;

export const TEXT_HEIGHT = 15;

const LINE = 1.5;

const BOXES_OF_A_LINE = 8;

/** Null if a text finds no room on one of the sizes. The first in the list choose first. */
export function placeTexts(
  texts: readonly WantedText[],
  drawing: Drawing,
  sizes: readonly Size[],
): (TextPlace | null)[] {
  const plots = sizes.map((size) => ({
    size,
    taken: boxesOf(drawing, size),
  }));
  return texts.map((text) => {
    for (const place of text.places) {
      const boxes = plots.map(({ size }) => boxOf(text, place, size));
      const isFree = plots.every(({ size, taken }, at) => {
        const box = boxes[at];
        return (
          box &&
          isWithin(box, size, drawing.beyond) &&
          !taken.some((other) => doOverlap(box, other))
        );
      });
      if (!isFree) continue;
      boxes.forEach((box, at) => plots[at]?.taken.push(box));
      return place;
    }
    return null;
  });
}

/** Lines of text are `distance` percent of the height apart. A value takes a line below its name. */
export function namesApart<Name extends { y: number; value?: string }>(
  names: readonly Name[],
  distance: number,
): Name[] {
  const sorted = [...names].sort((a, b) => a.y - b.y);
  const heightOf = ({ value }: Name) =>
    (value === undefined ? 1 : 2) * distance;
  // Each below the one above, and then those at the bottom up again.
  let highest = 0;
  const lowered = sorted.map((name) => {
    const y = Math.max(name.y, highest);
    highest = y + heightOf(name);
    return { ...name, y };
  });
  let lowest = 100 + distance;
  return lowered
    .reverse()
    .map((name) => {
      const y = Math.min(name.y, lowest - heightOf(name));
      lowest = y;
      return { ...name, y: Math.round(y) };
    })
    .reverse();
}

function boxesOf({ marks, lines, texts = [] }: Drawing, size: Size): Box[] {
  const pixels = pixelsOn(size);
  return [
    ...texts.map(({ dy, ...text }) =>
      boxOf({ ...text, places: [] }, { dx: 0, dy, anchor: "middle" }, size),
    ),
    ...marks.map(({ reach, ...spot }) => {
      const { x, y } = pixels(spot);
      return {
        left: x - reach,
        right: x + reach,
        top: y - reach,
        bottom: y + reach,
      };
    }),
    ...lines.flatMap(([from, to]) => boxesAlong(pixels(from), pixels(to))),
  ];
}

/** Splits a slope into pieces: a single box would cover the area beside it. */
function boxesAlong(from: Spot, to: Spot): Box[] {
  const at = (part: number): Spot => ({
    x: from.x + ((to.x - from.x) * part) / BOXES_OF_A_LINE,
    y: from.y + ((to.y - from.y) * part) / BOXES_OF_A_LINE,
  });
  return Array.from({ length: BOXES_OF_A_LINE }, (_, piece) => {
    const [one, other] = [at(piece), at(piece + 1)];
    return {
      left: Math.min(one.x, other.x) - LINE,
      right: Math.max(one.x, other.x) + LINE,
      top: Math.min(one.y, other.y) - LINE,
      bottom: Math.max(one.y, other.y) + LINE,
    };
  });
}

function boxOf(
  { width, ...spot }: WantedText,
  { dx, dy, anchor }: TextPlace,
  size: Size,
): Box {
  const { x, y } = pixelsOn(size)(spot);
  const left = x + dx - { start: 0, middle: width / 2, end: width }[anchor];
  const top = y + dy - TEXT_HEIGHT / 2;
  return { left, right: left + width, top, bottom: top + TEXT_HEIGHT };
}

function pixelsOn({ width, height }: Size) {
  return ({ x, y }: Spot): Spot => ({
    x: (x / 100) * width,
    y: (y / 100) * height,
  });
}

function isWithin(box: Box, { width, height }: Size, beyond: Box): boolean {
  return (
    box.left >= -beyond.left &&
    box.right <= width + beyond.right &&
    box.top >= -beyond.top &&
    box.bottom <= height + beyond.bottom
  );
}

function doOverlap(a: Box, b: Box): boolean {
  return (
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
  );
}
