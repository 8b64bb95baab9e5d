import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { dashboardCrumb } from "~/features/shell/navigation/dashboard-crumb";
import { pageTitle } from "~/features/shell/page-title";
import { guardPage } from "~/session/guard-page.server";
import { requireUser } from "~/session/require-user.server";
import { Breadcrumbs } from "~/ui/breadcrumbs";

const TITLE = "Systems test in progress";

export async function loader({ request }: LoaderFunctionArgs) {
  const signedIn = await requireUser(request);
  await guardPage(signedIn, { page: "fixed-report", report: "system-test" });
  return {
    crumbs: [
      dashboardCrumb(signedIn.user.viewer),
      { label: TITLE, current: true },
    ],
  };
}

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  { title: pageTitle(matches, TITLE) },
];

export default function SystemTestRoute() {
  const { crumbs } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="mb-4 space-y-1">
        <h1 className="text-2xl font-semibold">{TITLE}</h1>
        <Breadcrumbs crumbs={crumbs} />
      </div>
      <p className="max-w-prose">
        This page holds the place of a report that is being tested. There is
        nothing to see yet, and nothing to do.
      </p>
    </>
  );
}
