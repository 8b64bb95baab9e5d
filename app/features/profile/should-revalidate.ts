import type { ShouldRevalidateFunction } from "@remix-run/react";
import {
  PANEL_PARAMETERS,
  viewParameters,
  withoutViewParameters,
} from "./view-parameters";

/** What only opens over the page or changes how it is shown loads nothing: a part that was left out is fetched by left-out-parts.tsx. */
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
 * The score and a graph load when they open, so that no dialog opens without a network. The comparison asks for its
 * data itself. The same address again is a wish for newer data.
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
