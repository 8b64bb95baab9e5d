/** A rectangle of a plot in pixels. */
export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Where a text stands to its point: pixels from the point, and the side from which it runs. */
export interface TextPlace {
  dx: number;
  dy: number;
  anchor: "start" | "middle" | "end";
}

export interface Spot {
  x: number;
  y: number;
}

/** A text that wants to stand at a point, in pixels; the first of its places is the one it likes best. */
export interface WantedText {
  /** Where its point is on each plot. */
  spots: readonly Spot[];
  width: number;
  places: readonly TextPlace[];
}

/** Height of a line of text of 12 px, in pixels. */
export const TEXT_HEIGHT = 15;

/** What texts keep off on a plot, and keep within. */
export interface Plot {
  marks: readonly Box[];
  lines?: readonly Box[];
  /** Lines that a text stands over rather than nowhere. */
  faint?: readonly Box[];
  bounds: Box;
}

/**
 * Finds a place for each text where it covers no mark, no line and no other text on any of the plots: one picture in
 * the widths that a screen may give it. Null for a text that finds none; the first in the list choose first.
 */
export function placeTexts(
  texts: readonly WantedText[],
  plots: readonly Plot[],
): (TextPlace | null)[] {
  const taken = plots.map(({ marks, lines = [] }) => [...marks, ...lines]);
  return texts.map((text) => {
    const free = text.places
      .map((place) => ({
        place,
        boxes: text.spots.map((spot) => boxOf(spot, text.width, place)),
      }))
      .filter(({ boxes }) =>
        plots.every(({ bounds }, at) => {
          const box = boxes[at];
          return box && isWithin(box, bounds) && isFree(box, taken[at] ?? []);
        }),
      );
    const found =
      free.find(({ boxes }) =>
        plots.every(({ faint = [] }, at) => {
          const box = boxes[at];
          return box && isFree(box, faint);
        }),
      ) ?? free[0];
    found?.boxes.forEach((box, at) => taken[at]?.push(box));
    return found?.place ?? null;
  });
}

export function boxAround({ x, y }: Spot, reach: number, high = reach): Box {
  return {
    left: x - reach,
    right: x + reach,
    top: y - high,
    bottom: y + high,
  };
}

/**
 * Heights of texts in one column, given from the top down, moved as little as keeps neighbours `distance` apart and all
 * from 0 to `bottom`.
 */
export function movedApart(
  heights: readonly number[],
  distance: number,
  bottom: number,
): number[] {
  // Less the room of those above it, a text may stand no higher than the one above: groups that would, share their mean.
  const groups: { sum: number; count: number }[] = [];
  for (const [index, height] of heights.entries()) {
    let group = { sum: height - index * distance, count: 1 };
    let above = groups[groups.length - 1];
    while (above && meanOf(group) < meanOf(above)) {
      groups.pop();
      group = { sum: above.sum + group.sum, count: above.count + group.count };
      above = groups[groups.length - 1];
    }
    groups.push(group);
  }
  const lowest = bottom - (heights.length - 1) * distance;
  return groups
    .flatMap((group) =>
      Array.from({ length: group.count }, () =>
        Math.max(0, Math.min(meanOf(group), lowest)),
      ),
    )
    .map((height, index) => height + index * distance);
}

function meanOf({ sum, count }: { sum: number; count: number }): number {
  return sum / count;
}

function boxOf(
  { x, y }: Spot,
  width: number,
  { dx, dy, anchor }: TextPlace,
): Box {
  const left = x + dx - { start: 0, middle: width / 2, end: width }[anchor];
  const top = y + dy - TEXT_HEIGHT / 2;
  return { left, right: left + width, top, bottom: top + TEXT_HEIGHT };
}

function isWithin(box: Box, bounds: Box): boolean {
  return (
    box.left >= bounds.left &&
    box.right <= bounds.right &&
    box.top >= bounds.top &&
    box.bottom <= bounds.bottom
  );
}

function isFree(box: Box, taken: readonly Box[]): boolean {
  return !taken.some((other) => doOverlap(box, other));
}

function doOverlap(a: Box, b: Box): boolean {
  return (
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
  );
}
