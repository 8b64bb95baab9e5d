/**
 * What is wrong with the charts of a page as they are drawn: texts that meet or leave the picture, labels on the plot,
 * points that are not round. It runs in the page and uses nothing from outside of itself, so that any browser's driver
 * can carry it there.
 */
export function chartFaults(): string[] {
  const TOUCH_PX = 1;
  /** A diamond with its halo, as Firefox counts it. */
  const LARGEST_POINT_PX = 25;

  const isDrawn = ({ width, height }: DOMRect) => width > 0 && height > 0;
  const inside = (outer: DOMRect, inner: DOMRect) =>
    inner.left >= outer.left - TOUCH_PX &&
    inner.right <= outer.right + TOUCH_PX &&
    inner.top >= outer.top - TOUCH_PX &&
    inner.bottom <= outer.bottom + TOUCH_PX;
  const meet = (a: DOMRect, b: DOMRect) =>
    a.left < b.right - TOUCH_PX &&
    b.left < a.right - TOUCH_PX &&
    a.top < b.bottom - TOUCH_PX &&
    b.top < a.bottom - TOUCH_PX;

  /** Each line of text by itself: a month and its year are two. */
  const textsOf = (root: Element) => {
    const nodes: Node[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) nodes.push(walker.currentNode);
    return (
      nodes
        // A range tells a place for texts of a group that is not displayed, too.
        .filter(
          ({ parentElement }) =>
            parentElement && isDrawn(parentElement.getBoundingClientRect()),
        )
        .map((node) => {
          const range = document.createRange();
          range.selectNodeContents(node);
          return {
            text: node.textContent ?? "",
            box: range.getBoundingClientRect(),
          };
        })
        .filter(({ text, box }) => text.trim() && isDrawn(box))
    );
  };

  const charts = document.querySelectorAll("svg.chart");
  return [...charts].flatMap((chart) => {
    const name = chart.getAttribute("aria-label") ?? "a chart";
    const faults: string[] = [];
    const picture = chart.getBoundingClientRect();
    if (!isDrawn(picture)) return [];

    const texts = textsOf(chart);
    texts.forEach(({ text, box }, index) => {
      if (!inside(picture, box)) faults.push(`'${text}' leaves the picture`);
      for (const other of texts.slice(index + 1)) {
        if (meet(box, other.box))
          faults.push(`'${text}' meets '${other.text}'`);
      }
    });
    const plot = chart.querySelector(".grid-line")?.getBoundingClientRect();
    const beside = [...chart.querySelectorAll(".labels, .ticks, .ends")];
    for (const { text, box } of beside.flatMap(textsOf)) {
      if (plot && meet(box, plot)) faults.push(`'${text}' stands on the plot`);
    }

    // Boxes would meet at every slope: the lines are followed point by point.
    for (const path of chart.querySelectorAll<SVGPathElement>(
      ".line, .mean, .limit",
    )) {
      const toScreen = path.getScreenCTM();
      const length = path.getTotalLength();
      const samples = Math.ceil(length * 4);
      const own = [...chart.querySelectorAll(".violation, .word")].flatMap(
        textsOf,
      );
      const crossed = new Set<string>();
      for (let at = 0; toScreen && at <= samples; at += 1) {
        const { x, y } = path
          .getPointAtLength((length * at) / samples)
          .matrixTransform(toScreen);
        for (const { text, box } of own) {
          const inset = 2;
          if (
            x > box.left + TOUCH_PX &&
            x < box.right - TOUCH_PX &&
            y > box.top + inset &&
            y < box.bottom - inset
          )
            crossed.add(text);
        }
      }
      for (const text of crossed) faults.push(`'${text}' crosses a line`);
    }

    const points = [...chart.querySelectorAll("circle, .violation path")];
    if (plot && points.length === 0) faults.push("no point is drawn");
    for (const point of points) {
      const { width, height } = point.getBoundingClientRect();
      if (Math.abs(width - height) > TOUCH_PX || width > LARGEST_POINT_PX) {
        faults.push(
          `a point is ${width.toFixed(1)} px wide, ${height.toFixed(1)} px high`,
        );
      }
    }
    return faults.map((fault) => `${name}: ${fault}`);
  });
}

/**
 * Plots of a page that stand beside each other without being level or of one size. It runs in the page, as
 * {@link chartFaults} does.
 */
export function unlikePlots(): string[] {
  const SAME_PX = 1;
  const plots = [...document.querySelectorAll("main svg.chart")].map(
    (chart) => ({
      name: chart.getAttribute("aria-label") ?? "a chart",
      card: chart.closest("section")?.getBoundingClientRect(),
      plot: chart.querySelector(".grid-line")?.getBoundingClientRect(),
    }),
  );
  return plots.flatMap(({ name, card, plot }, index) =>
    plots.slice(index + 1).flatMap((other) => {
      if (!card || !plot || !other.card || !other.plot) return [];
      const isBeside = Math.abs(card.top - other.card.top) <= SAME_PX;
      const areAlike =
        Math.abs(plot.top - other.plot.top) <= SAME_PX &&
        Math.abs(plot.width - other.plot.width) <= SAME_PX &&
        Math.abs(plot.height - other.plot.height) <= SAME_PX;
      return isBeside && !areAlike ? [`${name} and ${other.name} differ`] : [];
    }),
  );
}
