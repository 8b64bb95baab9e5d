import { initialPasswordWords } from "~/features/users/rules/initial-password";
import type { SignedIn } from "~server/auth/sessions";
import { Refusal } from "~server/refusal";

/** Throws 403 if the user must first change a password set by somebody else (R536). */
export function requireOwnPassword({
  needsOwnPassword,
}: Pick<SignedIn, "needsOwnPassword">): void {
  if (!needsOwnPassword) return;
  throw new Refusal(403, initialPasswordWords.first, {
    code: "password_is_initial",
  });
}
