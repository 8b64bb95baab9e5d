/**
 * These functions run in pages. They are sent as text together with `seek`, so
 * they may use nothing else of this module, and only the language that the
 * oldest browser knows.
 */

/** A selector, and the pattern of the accessible name if there is one. */
export interface Sought {
  selector: string;
  name?: string;
}

/** Returns the visible elements. */
export function seek({ selector, name }: Sought): HTMLElement[] {
  const textOf = (node: Element) => node.textContent || "";
  const nameOf = (element: HTMLElement) => {
    const labels = (element as HTMLInputElement).labels || [];
    const text =
      element.getAttribute("aria-label") ||
      [].map.call(labels, textOf).join(" ") ||
      textOf(element);
    return text.replace(/\s+/g, " ").trim();
  };
  const all = [].slice.call(document.querySelectorAll(selector));
  return all.filter(
    (element: HTMLElement) =>
      element.getClientRects().length > 0 &&
      getComputedStyle(element).visibility !== "hidden" &&
      (name === undefined || new RegExp(name).test(nameOf(element))),
  );
}

/** Returns where to press, or throws why nobody could press there. */
export async function findSpot(
  sought: Sought,
): Promise<{ x: number; y: number }> {
  const element = seek(sought)[0] as HTMLElement;
  // Browsers ignore presses before the first paint, which Firefox does not always report.
  const isPainted =
    performance.getEntriesByType("paint").length > 0 ||
    performance.now() > 3_000;
  if (!isPainted) throw new Error("it is not painted");
  element.scrollIntoView({ block: "center" });
  const place = () => {
    const { left, top, width, height } = element.getClientRects()[0] as DOMRect;
    return { x: left + width / 2, y: top + height / 2 };
  };
  const before = place();
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await frame();
  await frame();
  const spot = place();
  if (spot.x !== before.x || spot.y !== before.y) throw new Error("it moves");
  const hit = document.elementFromPoint(spot.x, spot.y) as HTMLElement;
  const labels = [].slice.call((element as HTMLInputElement).labels || []);
  const isHit =
    hit.contains(element) ||
    [element, ...labels].some((one: Node) => one.contains(hit));
  if (isHit) return spot;
  throw new Error(`it is covered by ${hit.tagName} ${hit.className}`);
}

/** Chooses an option as the list's menu would; false if there is no such option. */
export function chooseOption(sought: Sought, option: string): boolean {
  const [list] = seek(sought) as HTMLSelectElement[];
  const options: HTMLOptionElement[] = [].slice.call(list ? list.options : []);
  const chosen = options.find(
    ({ label, value }) => label === option || value === option,
  );
  if (!list || !chosen) return false;
  list.selectedIndex = chosen.index;
  list.dispatchEvent(new Event("input", { bubbles: true }));
  list.dispatchEvent(new Event("change", { bubbles: true }));
  return true;
}
