import type { LoaderFunctionArgs } from "@remix-run/node";
import { pageError } from "~/data/page-error.server";
import { requireScreen } from "~/session/screen.server";

/** Files that browsers ask for by themselves: icons, manifests, what stands under `/.well-known/`. */
const FILE = /^\/\.well-known\/|\.[a-z\d]{1,12}$/i;

/** Login comes first, then 403 or 404 by the path's rule (R7, R8). */
export async function loader({ request }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url);
  if (FILE.test(pathname)) throw pageError(404);
  await requireScreen(request);
  throw pageError(404);
}

export const action = loader;

export default function UnknownPage() {
  return null;
}
