import { useRouteLoaderData } from "@remix-run/react";

export function CsrfField() {
  const token = useRouteLoaderData<{ csrfToken?: string }>("root")?.csrfToken;
  return token ? <input type="hidden" name="csrf" value={token} /> : null;
}
