import { useEffect } from "react";

const ROOM = "--notices";

/** How high the notices were when they were last looked at: those that come over what is read move it by the rest. */
let knownHeight = 0;

function findArea(): HTMLElement | null {
  return document.getElementById("notices");
}

/** True on phones and in low windows, where notices stand at the top of main (app/styles/notices.css). */
function isInPage(area: HTMLElement): boolean {
  return getComputedStyle(area).position !== "fixed";
}

/**
 * What the notices take of the window. Floating, they tell the style sheet how much of its foot they cover: focus is
 * scrolled clear of it, and the page ends that much later. In the page they move nothing that has been scrolled to:
 * browsers see to that, but for Safari.
 */
export function useNoticeRoom(): void {
  useEffect(() => {
    const area = findArea();
    if (!area) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      style.setProperty(ROOM, `${area.offsetHeight}px`);
      const grown = area.offsetHeight - knownHeight;
      knownHeight += grown;
      const keepsPlace = CSS.supports("overflow-anchor", "auto");
      if (!keepsPlace && isInPage(area) && isScrolledPast(area)) {
        scrollBy(0, grown);
      }
    });
    observer.observe(area);
    return () => {
      observer.disconnect();
      style.removeProperty(ROOM);
      knownHeight = area.offsetHeight;
    };
  }, []);
}

function isScrolledPast(area: HTMLElement): boolean {
  return area.getBoundingClientRect().top < 0;
}

/**
 * A notice in the page that leaves by itself leaves its room behind: the finger may be on its way to what would move up.
 * It is given back with the next page, or with a press on a notice.
 */
export function keepNoticeRoom(): void {
  const area = findArea();
  if (area && isInPage(area)) area.style.minHeight = `${area.offsetHeight}px`;
}

/** Brings notices in the page into the window: what was just sent has its answer there. */
export function showNoticesInPage(): void {
  const area = findArea();
  if (area && isInPage(area) && isScrolledPast(area)) area.scrollIntoView();
}
