/**
 * What runs inside of pages. Each function is sent there as text, so that it may use nothing of this module, and no more
 * of the language than the oldest of the browsers understands.
 */

/** What somebody looks for on a page: by selector, or by role and name as it is read out. */
export interface Sought {
  selector: string;
  /** A regular expression for the name; any where it is missing. */
  name?: string;
}

/** The elements that are sought and seen. */
export function seek({ selector, name }: Sought): HTMLElement[] {
  const textOf = (node: Element | null) => (node && node.textContent) || "";
  const nameOf = (element: HTMLElement) => {
    const label = element.getAttribute("aria-label");
    const by = (element.getAttribute("aria-labelledby") || "").split(/\s+/);
    const labels = (element as HTMLInputElement).labels || [];
    const told =
      label ||
      by
        .map((id) => textOf(document.getElementById(id)))
        .join(" ")
        .trim() ||
      [].map.call(labels, textOf).join(" ") ||
      textOf(element);
    return told.replace(/\s+/g, " ").trim();
  };
  const all = [].slice.call(document.querySelectorAll(selector));
  return all.filter(
    (element: HTMLElement) =>
      element.getClientRects().length > 0 &&
      getComputedStyle(element).visibility !== "hidden" &&
      (name === undefined || new RegExp(name).test(nameOf(element))),
  );
}

/** Where to press, or why it cannot be pressed: not there, moving, or covered by something else. */
export async function findSpot(
  find: typeof seek,
  sought: Sought,
): Promise<{ x: number; y: number } | string> {
  const [element] = find(sought);
  if (!element) return "is not there";
  // Before that, browsers take no notice of presses. Firefox does not tell of each first paint.
  const isPainted =
    performance.getEntriesByType("paint").length > 0 ||
    performance.now() > 3_000;
  if (!isPainted) return "is not painted";
  element.scrollIntoView({ block: "center" });
  const place = () => {
    const { left, top, width, height } = element.getClientRects()[0] as DOMRect;
    return { x: left + width / 2, y: top + height / 2 };
  };
  const before = place();
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await frame();
  await frame();
  if (element.getClientRects().length === 0) return "went away";
  const spot = place();
  if (spot.x !== before.x || spot.y !== before.y) return "moves";
  const hit = document.elementFromPoint(spot.x, spot.y);
  const isHit =
    hit &&
    (element.contains(hit) ||
      hit.contains(element) ||
      [].some.call((element as HTMLInputElement).labels || [], (label: Node) =>
        label.contains(hit),
      ));
  if (isHit) return spot;
  return `is covered by ${hit ? `<${hit.tagName} class="${hit.className}">` : "nothing"}`;
}

/** Selects what a field holds, so that typing replaces it. */
export function selectText(find: typeof seek, sought: Sought): void {
  (find(sought)[0] as HTMLInputElement).select();
}

/** Chooses of a list as its own menu would; false while it has no such option. */
export function chooseOption(
  find: typeof seek,
  sought: Sought,
  option: string,
): boolean {
  const list = find(sought)[0] as HTMLSelectElement | undefined;
  if (!list) return false;
  const at = [].findIndex.call(
    list.options,
    ({ label, value }: HTMLOptionElement) =>
      label === option || value === option,
  );
  if (at < 0) return false;
  list.selectedIndex = at;
  list.dispatchEvent(new Event("input", { bubbles: true }));
  list.dispatchEvent(new Event("change", { bubbles: true }));
  return true;
}
