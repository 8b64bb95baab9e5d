import { rankOf } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";
import { forbidden } from "~server/refusal";

/** Throws 403 for anybody else (R221). */
export function requireAccountManager({ accessLevel }: Viewer): void {
  if (rankOf(accessLevel) < rankOf("account_manager")) throw forbidden();
}
