import { useEffect } from "react";

const ROOM = "--notices";

/**
 * Tells the style sheet how much of the window's foot the notices cover: focus is scrolled clear of it, and the page ends
 * that much later (app/styles/notices.css).
 */
export function useNoticeRoom(): void {
  useEffect(() => {
    const area = document.getElementById("notices");
    if (!area) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty(ROOM, `${area.offsetHeight}px`),
    );
    observer.observe(area);
    return () => {
      observer.disconnect();
      style.removeProperty(ROOM);
    };
  }, []);
}
