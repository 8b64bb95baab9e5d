import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { reportCrumbs } from "~/features/shell/navigation/report-crumbs";
import { titled } from "~/features/shell/page-title";
import { requireScreen } from "~/session/screen.server";
import { PageHead } from "~/ui/page-head";

export { links } from "~/reports-and-users-sheet";

const TITLE = "Systems test in progress";

export async function loader({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  return {
    crumbs: reportCrumbs(signedIn.user.viewer, TITLE),
  };
}

export const meta = titled(TITLE);

export default function SystemTestRoute() {
  const { crumbs } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={TITLE} crumbs={crumbs} />
      <p className="max-w-prose">
        A report is being tested for this page. There is nothing to do here yet.
      </p>
    </>
  );
}
