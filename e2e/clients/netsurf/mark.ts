/** A screen of grey pixels, row by row. */
const WIDTH = 1280;

/** The page's part of the screen, without the program's bars. */
const PAGE = { left: 0, right: 1250, top: 86, bottom: 978 };

/** Marks are black; buttons of the program's own pages are dark blue. */
const DARK = 64;
const NARROWEST_PX = 18;
const LOWEST_PX = 12;
const HIGHEST_PX = 50;

/** Of a marked word the letters are light; of a frame nearly everything is. */
const DARK_SHARE = 0.5;

/** Letters may reach down to the last row of a mark. */
const RIM_SHARE = 0.75;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The words that are marked: a dark block of a line's height, such as nothing else on a page is. Null where there is none. */
export function markIn(pixels: Buffer): Box | null {
  const isDark = (x: number, y: number) =>
    x >= PAGE.left &&
    x < PAGE.right &&
    y >= PAGE.top &&
    y < PAGE.bottom &&
    (pixels[y * WIDTH + x] ?? DARK) < DARK;
  const run = (isIn: (step: number) => boolean) => {
    let length = 0;
    while (isIn(length)) length += 1;
    return length;
  };
  const darkShare = ({ x, y, width, height }: Box) => {
    let dark = 0;
    for (let at = 0; at < width * height; at += 1) {
      if (isDark(x + (at % width), y + Math.floor(at / width))) dark += 1;
    }
    return dark / (width * height);
  };
  for (let y = PAGE.top; y < PAGE.bottom; y += 1) {
    for (let x = PAGE.left; x < PAGE.right; x += 1) {
      if (!isDark(x, y) || isDark(x - 1, y)) continue;
      const width = run((step) => isDark(x + step, y));
      if (width < NARROWEST_PX) continue;
      // The line of a frame may lie upon the mark; it goes on to the right.
      if (isDark(x, y - 1) && !isDark(x + width, y - 1)) continue;
      for (let height = LOWEST_PX; height <= HIGHEST_PX; height += 1) {
        const box = { x, y, width, height };
        const foot = { ...box, y: y + height - 1, height: 1 };
        if (darkShare(foot) < RIM_SHARE || isDark(x, y + height)) continue;
        if (darkShare(box) > DARK_SHARE) return box;
      }
    }
  }
  return null;
}
