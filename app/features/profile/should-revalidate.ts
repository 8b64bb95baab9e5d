import type { ShouldRevalidateFunction } from "@remix-run/react";
import { PANEL_PARAMETERS } from "./panel-parameters";
import { viewParameters, withoutViewParameters } from "./view-parameters";

/**
 * Opening and closing the inspector or a graph, and another order, filter or mode, load nothing: their data came with the
 * page, or are a part that the page fetches itself (left-out-parts.tsx). So does the comparison, once it is open.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({
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
 * needs no data of its own. The quality score is loaded when it is opened, and so is a graph, so that no dialog opens
 * without a network. The comparison opens at once, and asks for its
 * data itself. The same address once more is a wish for newer data.
 */
export function needsNewData(current: URL, next: URL): boolean {
  const [was, is] = [partsOf(current), partsOf(next)];
  if (current.pathname !== next.pathname || was.page !== is.page) return true;
  if (was.panel === is.panel) return was.view === is.view;
  const opens = (name: string) =>
    next.searchParams.has(name) && !current.searchParams.has(name);
  return next.searchParams.has("modal") || opens("graph");
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
