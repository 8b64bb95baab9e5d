/**
 * Runs inside of a page: what is wrong with its charts as they stand on the screen. Texts are taken where the engine has
 * painted them, turned ones with their corners; points are whatever is a circle.
 */
export function faultsOfCharts(): string[] {
  const MEET_PX = 2;
  const ROUND_PX = 0.75;
  type Corner = { x: number; y: number };
  type Label = { text: string; corners: Corner[] };

  const boxOf = (corners: Corner[]) => {
    const xs = corners.map(({ x }) => x);
    const ys = corners.map(({ y }) => y);
    return {
      left: Math.min(...xs),
      right: Math.max(...xs),
      top: Math.min(...ys),
      bottom: Math.max(...ys),
    };
  };
  const isSeen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    const { visibility, opacity } = getComputedStyle(element);
    return (
      width > 0 && height > 0 && visibility !== "hidden" && opacity !== "0"
    );
  };
  const cornersOf = (element: SVGGraphicsElement): Corner[] => {
    const rect = element.getBoundingClientRect();
    const upright = [
      { x: rect.left, y: rect.top },
      { x: rect.right, y: rect.top },
      { x: rect.right, y: rect.bottom },
      { x: rect.left, y: rect.bottom },
    ];
    const matrix = element.getScreenCTM();
    if (!matrix) return upright;
    const { x, y, width, height } = element.getBBox();
    const turned = [
      { x, y },
      { x: x + width, y },
      { x: x + width, y: y + height },
      { x, y: y + height },
    ].map((corner) => ({
      x: matrix.a * corner.x + matrix.c * corner.y + matrix.e,
      y: matrix.b * corner.x + matrix.d * corner.y + matrix.f,
    }));
    // Where an engine's matrix is not the one that it paints with, what it painted counts.
    const box = boxOf(turned);
    const isPainted =
      Math.abs(box.left - rect.left) < 2 && Math.abs(box.top - rect.top) < 2;
    return isPainted ? turned : upright;
  };
  /** By how much two boxes reach into each other: the least over the directions of their sides. */
  const overlap = (a: Corner[], b: Corner[]) => {
    let least = Infinity;
    for (const shape of [a, b]) {
      for (const side of [0, 1]) {
        const [from, to] = [shape[side], shape[side + 1]] as [Corner, Corner];
        const length = Math.hypot(to.x - from.x, to.y - from.y);
        if (length === 0) return 0;
        const along = (corner: Corner) =>
          (corner.x * (to.x - from.x) + corner.y * (to.y - from.y)) / length;
        const [ones, others] = [a.map(along), b.map(along)];
        least = Math.min(
          least,
          Math.min(Math.max(...ones), Math.max(...others)) -
            Math.max(Math.min(...ones), Math.min(...others)),
        );
      }
    }
    return least;
  };
  const list = <Kind extends Element>(from: Element, selector: string) =>
    [].slice.call(from.querySelectorAll(selector)) as Kind[];

  const faults: string[] = [];
  for (const svg of list<SVGSVGElement>(document.body, "svg")) {
    // One chart at a time: an svg within another is a part of it.
    if (svg.parentElement?.closest("svg") || !isSeen(svg)) continue;
    const labels: Label[] = list<SVGGraphicsElement>(svg, "text")
      .filter((text) => isSeen(text) && (text.textContent ?? "").trim() !== "")
      .map((text) => ({
        text: (text.textContent ?? "").trim(),
        corners: cornersOf(text),
      }));
    const name = svg.getAttribute("aria-label") ?? "chart";
    labels.forEach((label, index) => {
      for (const other of labels.slice(index + 1)) {
        if (overlap(label.corners, other.corners) > MEET_PX) {
          faults.push(`${name}: '${label.text}' meets '${other.text}'`);
        }
      }
    });
    for (const point of list<SVGCircleElement>(svg, "circle").filter(isSeen)) {
      const { width, height } = point.getBoundingClientRect();
      if (Math.abs(width - height) > ROUND_PX) {
        faults.push(
          `${name}: a point is ${width.toFixed(1)} by ${height.toFixed(1)}`,
        );
      }
    }
  }
  return faults;
}
