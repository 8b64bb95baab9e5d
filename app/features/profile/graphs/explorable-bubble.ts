import { useEffect, type RefObject } from "react";

/**
 * Escape closes the bubble that the pointer has brought up over a chart, wherever the focus is (WCAG 1.4.13); only the
 * next Escape is for what lies around it. ApexCharts has no call that hides it: it is told that the pointer has left.
 */
export function useEscapeFromBubble(chart: RefObject<HTMLElement>): void {
  useEffect(() => {
    const closeFirst = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      if (
        !chart.current?.querySelector(".apexcharts-tooltip.apexcharts-active")
      )
        return;
      event.stopPropagation();
      chart.current
        .querySelector(".apexcharts-svg")
        ?.dispatchEvent(new MouseEvent("mouseout"));
    };
    // Before the dialog, which hears its Escape at the document.
    window.addEventListener("keydown", closeFirst, true);
    return () => window.removeEventListener("keydown", closeFirst, true);
  }, [chart]);
}
