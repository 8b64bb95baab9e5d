import type { Viewer } from "~/domain/access/viewer";
import { resolveScope, type Scope, type Subject } from "~server/access/scope";
import { forbidden, notFound } from "~server/refusal";
import type { ApiDeps } from "~server/door/api-deps";

export async function requireScope(
  { store }: Pick<ApiDeps, "store">,
  viewer: Viewer,
  subject: Subject,
): Promise<Extract<Scope, { verdict: "allow" }>> {
  const scope = await resolveScope(store.db, viewer, subject);
  if (scope.verdict === "forbidden") throw forbidden();
  if (scope.verdict === "not-found") throw notFound();
  return scope;
}
