import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ShouldRevalidateFunction } from "@remix-run/react";
import { afterHoursQuery } from "~/features/after-hours/rules/filters";
import { afterHoursWords } from "~/features/after-hours/rules/words";
import { markByForm } from "~/features/after-hours/mark-read.server";
import { pageTitle } from "~/features/shell/page-title";
import { withSearch } from "~/paths";
import { AfterHoursScreen } from "~/features/after-hours/screen";
import { HELP } from "~/features/after-hours/view";
import { loadAfterHours } from "~/features/after-hours/load-after-hours.server";

export { links } from "~/reports-and-users-sheet";
export { loadAfterHours as loader };

export async function action({ request }: ActionFunctionArgs) {
  // Yesterday's days would cost another redirect, which takes the notice and shows nothing.
  return markByForm(request, ({ pathname, searchParams }, isnpOnly) =>
    withSearch(pathname, afterHoursQuery(searchParams, isnpOnly, new Date())),
  );
}

/** The help needs no data of its own. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}) => {
  const isHelpAlone =
    currentUrl.search !== nextUrl.search &&
    withoutHelp(currentUrl) === withoutHelp(nextUrl);
  return !isHelpAlone && defaultShouldRevalidate;
};

function withoutHelp(url: URL): string {
  const search = new URLSearchParams(url.search);
  search.delete(HELP.name);
  return `${url.pathname}?${search.toString()}`;
}

export const meta: MetaFunction<typeof loadAfterHours> = ({
  matches,
  data,
}) => {
  const hasFailed = data?.notes.state === "error";
  return [{ title: pageTitle(matches, afterHoursWords.title, hasFailed) }];
};

export default function AfterHoursRoute() {
  return <AfterHoursScreen view={useLoaderData<typeof loadAfterHours>()} />;
}
