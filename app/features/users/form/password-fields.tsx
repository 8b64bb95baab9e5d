import { initialPasswordWords } from "../rules/initial-password";
import { PASSWORD_LENGTH } from "../rules/password-rules";
import { userFormWords } from "../rules/form-words";
import type { UserFieldErrors } from "../rules/form-values";
import { userWords } from "../rules/words";
import { PasswordField } from "~/ui/password-field";
import { fieldId } from "./user-form";

/** The password of a user, and once more. They come last: without scripts, each answer of the server empties them. */
export function PasswordFields({
  isNew,
  isInitial,
  areGone,
  typed,
  errors,
}: {
  isNew: boolean;
  /** The user has to change it. */
  isInitial: boolean;
  areGone: boolean;
  /** What was typed before scripts were here. */
  typed: { password: string; confirmPassword: string };
  errors: UserFieldErrors;
}) {
  const { passwordHint } = userWords;
  return (
    <div className="min-w-0 space-y-2">
      {areGone ? (
        <p className="text-sm font-medium text-warn">
          {userFormWords.passwordsGone}
        </p>
      ) : null}
      <div className="grid items-start gap-4 *:min-w-0 sm:grid-cols-2">
        <PasswordField
          id={fieldId("password")}
          name="password"
          label={userFormWords.password}
          hint={
            isNew
              ? passwordHint
              : `${passwordHint}. ${userFormWords.keepPassword}`
          }
          error={errors.password ?? null}
          defaultValue={typed.password}
          autoComplete="new-password"
          maxLength={PASSWORD_LENGTH.max}
          aria-required={isNew || undefined}
        />
        <PasswordField
          id={fieldId("confirmPassword")}
          name="confirmPassword"
          label={userFormWords.confirmPassword}
          hint={userFormWords.confirmHint}
          error={errors.confirmPassword ?? null}
          defaultValue={typed.confirmPassword}
          autoComplete="new-password"
          maxLength={PASSWORD_LENGTH.max}
          aria-required={isNew || undefined}
        />
      </div>
      {isInitial ? (
        <p className="text-sm text-muted">{initialPasswordWords.hint}</p>
      ) : null}
    </div>
  );
}
