import type { ShouldRevalidateFunction } from "@remix-run/react";
import { PANEL_PARAMETERS } from "./panel-parameters";
import { viewParameters, withoutViewParameters } from "./view-parameters";

let isDrawnAlone = false;

/** Says whether the page on the screen lacks the data of what its document has drawn. */
export function sayDrawnAlone(isAlone: boolean): void {
  isDrawnAlone = isAlone;
}

/**
 * For the loaders of profile pages: as the root's, but a page that lacks the data of its graphs and rows asks for all of it
 * where something else of them is to be drawn.
 */
export const shouldRevalidate: ShouldRevalidateFunction = (step) =>
  isDrawnAlone && drawsOther(step.currentUrl, step.nextUrl)
    ? step.defaultShouldRevalidate
    : shouldRevalidateFrame(step);

/** True where the graphs or rows of a page change, or a graph or a figure is opened, which shows more of it. */
function drawsOther(
  { searchParams: current }: URL,
  { searchParams: next }: URL,
): boolean {
  return (
    viewParameters(current) !== viewParameters(next) ||
    next.has("graph") ||
    next.has("inspect")
  );
}

/**
 * Opening and closing the inspector or a graph, and another order, filter or mode of what a page holds, ask the server for
 * nothing: what they show came with the page. The comparison
 * asks for its figures itself, once it is open.
 */
export const shouldRevalidateFrame: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}) => {
  const isPost = formMethod !== undefined && formMethod !== "GET";
  return !isPost && !needsNewData(currentUrl, nextUrl)
    ? false
    : defaultShouldRevalidate;
};

/**
 * False where a page stays the same and only how it is shown changes, or what stands open over it, to something that
 * needs no data of its own. The quality score is loaded when it is opened. The comparison opens at once, and asks for its
 * data itself. The same address once more is a wish for newer data.
 */
export function needsNewData(current: URL, next: URL): boolean {
  const [was, is] = [partsOf(current), partsOf(next)];
  if (current.pathname !== next.pathname || was.page !== is.page) return true;
  if (was.panel === is.panel) return was.view === is.view;
  return next.searchParams.has("modal");
}

/** A query in an order that does not depend on who wrote it: a form, a link or a person. */
function partsOf({ searchParams }: URL) {
  const page = withoutViewParameters(searchParams);
  page.delete("whole");
  page.sort();
  const panel = PANEL_PARAMETERS.map((name) => page.getAll(name));
  for (const name of PANEL_PARAMETERS) page.delete(name);
  return {
    page: page.toString(),
    panel: JSON.stringify(panel),
    view: viewParameters(searchParams),
  };
}
