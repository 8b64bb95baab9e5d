import type { LoaderFunctionArgs } from "@remix-run/node";
import { safeRedirectTarget } from "~/session/redirect-target.server";
import { leftOpenDocument } from "~/features/shell/session-clock/left-open-document.server";
import { paths } from "~/paths";
import { logOut } from "~/session/end-session.server";
import { remainingOf } from "~/session/remaining.server";

/** Leads a page without scripts to login once its session is over, with the page remembered (R139). */
export async function loader({ request }: LoaderFunctionArgs) {
  const from =
    safeRedirectTarget(new URL(request.url).searchParams.get("from")) ??
    paths.home;
  const { remainingMs } = await remainingOf(request);
  return remainingMs > 0
    ? leftOpenDocument(from, remainingMs, new Date())
    : logOut(request, null, from);
}
