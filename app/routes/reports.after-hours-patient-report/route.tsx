import type {
  ActionFunctionArgs,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/node";
import {
  useLoaderData,
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
} from "@remix-run/react";
import { afterHoursWords } from "~/domain/after-hours/words";
import { pageTitle } from "~/features/shell/page-title";
import { AfterHoursScreen } from "./after-hours-screen";
import { HELP } from "./after-hours-view";
import { loadAfterHours } from "./load-after-hours.server";
import { markQuietly } from "./mark-quietly";
import { markByForm } from "./mark-read.server";

export { links } from "~/reports-and-users-sheet";

export async function loader({ request }: LoaderFunctionArgs) {
  return loadAfterHours(request);
}

export async function action({ request }: ActionFunctionArgs) {
  return markByForm(request);
}

export async function clientAction({
  request,
  serverAction,
}: ClientActionFunctionArgs) {
  const form = await request.clone().formData();
  return form.has("quiet") ? markQuietly(serverAction) : serverAction();
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

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => {
  const hasFailed = data?.notes.state === "error";
  return [{ title: pageTitle(matches, afterHoursWords.title, hasFailed) }];
};

export default function AfterHoursRoute() {
  return <AfterHoursScreen view={useLoaderData<typeof loader>()} />;
}
