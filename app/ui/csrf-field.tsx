import { useRouteLoaderData } from "@remix-run/react";

/** The session's token in a form of a signed-in user; every form that posts carries it. */
export function CsrfField() {
  const token = useRouteLoaderData<{ csrfToken?: string }>("root")?.csrfToken;
  return token ? <input type="hidden" name="csrf" value={token} /> : null;
}
