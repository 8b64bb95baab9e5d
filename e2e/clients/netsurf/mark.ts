/** A screen of grey pixels, row by row. */
const WIDTH = 1280;

/** The page's part of the screen, without the program's bars and what they slide. */
const PAGE = { left: 0, right: 1255, top: 86, bottom: 978 };

/** The caret and what a pointer lies on differ too, and are no larger. */
const CARET_PX = 3;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

function rowOf(pixels: Buffer, y: number): Buffer {
  return pixels.subarray(y * WIDTH + PAGE.left, y * WIDTH + PAGE.right);
}

function isBlank(row: Buffer): boolean {
  return row.every((pixel) => pixel === row[0]);
}

/** By how many rows the page has been scrolled from one picture to the other: most rows are the same then. */
function scrolled(marked: Buffer, plain: Buffer): number {
  const places = new Map<string, number[]>();
  for (let y = PAGE.top; y < PAGE.bottom; y += 1) {
    const row = rowOf(plain, y);
    if (isBlank(row)) continue;
    const key = row.toString("latin1");
    places.set(key, [...(places.get(key) ?? []), y]);
  }
  const votes = new Map<number, number>();
  for (let y = PAGE.top; y < PAGE.bottom; y += 1) {
    const found = places.get(rowOf(marked, y).toString("latin1")) ?? [];
    for (const place of found) {
      votes.set(place - y, (votes.get(place - y) ?? 0) + 1);
    }
  }
  const [best] = [...votes].sort(([, one], [, other]) => other - one);
  return best?.[0] ?? 0;
}

/** What is marked in one picture of a page and not in the other, as it stands in the first. Null where nothing is. */
export function markIn(marked: Buffer, plain: Buffer): Box | null {
  const by = scrolled(marked, plain);
  const xs: number[] = [];
  const ys: number[] = [];
  for (let y = PAGE.top; y < PAGE.bottom; y += 1) {
    if (y + by < PAGE.top || y + by >= PAGE.bottom) continue;
    const [row, other] = [rowOf(marked, y), rowOf(plain, y + by)];
    if (row.equals(other)) continue;
    ys.push(y);
    row.forEach((pixel, x) => {
      if (pixel !== other[x]) xs.push(x);
    });
  }
  if (ys.length === 0) return null;
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const width = Math.max(...xs) - x + 1;
  const height = Math.max(...ys) - y + 1;
  return width > CARET_PX ? { x, y, width, height } : null;
}
