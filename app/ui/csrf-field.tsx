import { useRouteLoaderData } from "@remix-run/react";

/** The session's token in a form of a signed-in user; every form that posts carries it. */
export function CsrfField() {
  const root = useRouteLoaderData<{ csrfToken?: string | null }>("root");
  return root?.csrfToken ? (
    <input type="hidden" name="csrf" value={root.csrfToken} />
  ) : null;
}
