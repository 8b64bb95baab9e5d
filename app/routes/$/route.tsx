import type { LoaderFunctionArgs } from "@remix-run/node";
import { pageError } from "~/data/page-error.server";
import { parsePage } from "~/domain/access/guard";
import { requireUserFor } from "~/session/guard-page.server";

/** Every path without a route of its own: login first, then 403 or 404 by the rule of that path (R7, R8). */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireUserFor(request, parsePage(new URL(request.url).pathname));
  throw pageError(404);
}

export const action = loader;

export default function UnknownPage() {
  return null;
}
