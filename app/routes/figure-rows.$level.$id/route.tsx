import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FigureRowsScreen } from "~/features/profile/inspector/figure-rows-screen";
import { figureRowsWords } from "~/features/profile/inspector/figure-rows-words";
import { loadFigureRows } from "~/features/profile/inspector/load-figure-rows.server";
import { titledByPlace } from "~/features/shell/page-title";

export { links } from "~/cards-sheets";
export { loadFigureRows as loader };

export const meta: MetaFunction<typeof loadFigureRows> = (page) =>
  titledByPlace(page.data?.view.title ?? figureRowsWords.title)(page);

export default function FigureRowsRoute() {
  const { view } = useLoaderData<typeof loadFigureRows>();
  return <FigureRowsScreen view={view} />;
}
