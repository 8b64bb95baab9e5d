import type {
  ActionFunctionArgs,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { residentWords as words } from "~/features/residents/words";
import { markByForm } from "~/features/after-hours/mark-read.server";
import { dashboardCrumb } from "~/features/shell/navigation/first-crumbs";
import { titledAsLoaded } from "~/features/shell/page-title";
import { loadResident } from "~/features/residents/load.server";
import { ResidentScreen } from "~/features/residents/screen";

export { links } from "~/reports-and-users-sheet";

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadResident(request, params.id, dashboardCrumb);
}

export async function action({ request }: ActionFunctionArgs) {
  return markByForm(request);
}

/** The name stands on the page alone: a title would put it among the addresses that a browser keeps. */
export const meta: MetaFunction<typeof loader> = titledAsLoaded(words.title);

export default function ResidentRoute() {
  const { page, crumbs } = useLoaderData<typeof loader>();
  return <ResidentScreen page={page} crumbs={crumbs} />;
}
