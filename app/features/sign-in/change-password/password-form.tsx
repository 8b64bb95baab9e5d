import { useActionData } from "@remix-run/react";
import { PageForm } from "~/ui/page-form";
import {
  OWN_PASSWORD_FIELDS,
  ownPasswordErrors,
  ownPasswordWords,
} from "~/features/users/rules/own-password-rules";
import { userWords } from "~/features/users/rules/words";
import { Button, LinkButton } from "~/ui/button";
import {
  ErrorSummary,
  fieldLines,
  type SummaryError,
} from "~/ui/error-summary";
import { useBrowserCheck } from "~/ui/use-browser-check";
import { useEmptiedForm } from "~/ui/use-emptied-form";
import { PasswordField } from "~/ui/password-field";
import { useHydrated } from "~/rendering/hydration";
import { readPasswordForm, type PasswordRefusal } from "./password-form-answer";
import { useNavigationNow } from "~/ui/navigation";

const FIELDS = [
  {
    name: "currentPassword",
    label: ownPasswordWords.current,
    autoComplete: "current-password",
  },
  {
    name: "password",
    label: ownPasswordWords.password,
    hint: userWords.passwordHint,
    autoComplete: "new-password",
  },
  {
    name: "confirmPassword",
    label: ownPasswordWords.confirm,
    autoComplete: "new-password",
  },
] as const;

export function PasswordForm({
  username,
  cancelHref,
}: {
  username: string;
  /** Null where there is no way past the form. */
  cancelHref: string | null;
}) {
  const isHydrated = useHydrated();
  const isSending = useNavigationNow().state === "submitting";
  const answer = useActionData<PasswordRefusal>() ?? null;
  const form = useEmptiedForm(answer);
  // The browser checks what it can before the server.
  const { checked, checkBeforeSending } = useBrowserCheck(
    answer,
    isSending,
    (typed) => ownPasswordErrors(readPasswordForm(typed)),
  );
  const result: PasswordRefusal | null = checked ?? answer;
  const errors = result?.fieldErrors ?? {};
  return (
    <PageForm
      ref={form}
      method="post"
      aria-label={ownPasswordWords.title}
      // Scripts replace the browser's own validation.
      onSubmit={checkBeforeSending}
    >
      {/* Tells password managers whose passwords these are; text browsers would show it, without a label. */}
      {isHydrated ? (
        <input
          type="text"
          autoComplete="username"
          defaultValue={username}
          readOnly
          hidden
        />
      ) : null}
      <div className="space-y-4">
        <ErrorSummary
          errors={problemsOf(result)}
          attempt={checked?.attempt ?? answer}
        />
        {FIELDS.map(({ name, ...field }) => (
          <PasswordField
            key={name}
            id={name}
            name={name}
            error={errors[name] ?? null}
            {...field}
            aria-required
          />
        ))}
        <div className="flex flex-wrap justify-end gap-2">
          {cancelHref === null ? null : (
            <LinkButton to={cancelHref}>{ownPasswordWords.cancel}</LinkButton>
          )}{" "}
          <Button variant="primary" aria-disabled={isSending}>
            {ownPasswordWords.submit}
          </Button>
        </div>
      </div>
    </PageForm>
  );
}

function problemsOf(result: PasswordRefusal | null): SummaryError[] {
  if (result === null) return [];
  const ofFields = fieldLines(OWN_PASSWORD_FIELDS, result.fieldErrors);
  const { error } = result;
  return error === undefined ? ofFields : [{ text: error }, ...ofFields];
}
