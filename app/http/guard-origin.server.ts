import { pageError } from "~/data/page-error.server";
import { isFromOwnPage } from "./own-page.server";

/** Lets an action through only when a page of this portal posted to it; throws 403. */
export function guardOrigin(request: Request): void {
  if (!isFromOwnPage((name) => request.headers.get(name))) {
    throw pageError(403);
  }
}
