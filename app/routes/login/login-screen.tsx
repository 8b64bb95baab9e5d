import { useActionData } from "@remix-run/react";
import { useState } from "react";
import { useField, useFormContext, ValidatedForm } from "remix-validated-form";
import { messages } from "~/domain/messages";
import { BrandMark } from "~/ui/brand-mark";
import { Button } from "~/ui/button";
import { ErrorSummary, type SummaryError } from "~/ui/error-summary";
import { TextField } from "~/ui/field";
import { Notice } from "~/ui/notice";
import { PasswordField } from "~/ui/password-field";
import { useHydrated } from "~/ui/use-hydrated";
import { LOGIN_FORM_ID, loginValidator } from "./login-form";

const FIELDS = ["username", "password"] as const;

/** Why a login was refused (dashboard spec §8); `info` is the host's message beside its error. */
export interface Refusal {
  error: string;
  info?: string;
}

/** The login page (dashboard spec §2). */
export function LoginScreen({
  siteName,
  refusal,
}: {
  siteName: string;
  refusal?: Refusal | null;
}) {
  const hydrated = useHydrated();
  const { welcome, welcomeSentence, submit } = messages.login;
  return (
    <div className="flex flex-1 flex-col items-center py-6 before:flex-1 after:flex-2">
      <div className="w-full max-w-form">
        <p className="mb-6 flex items-center gap-2 text-lg font-semibold">
          <BrandMark />
          {siteName}
        </p>
        <h1 className="text-2xl font-semibold">{welcome}</h1>
        <p className="mb-6 text-muted">{welcomeSentence}</p>
        <ValidatedForm
          id={LOGIN_FORM_ID}
          aria-label={submit}
          validator={loginValidator}
          method="post"
          // Without scripts the browser's own check is all there is before the server's.
          noValidate={hydrated}
          disableFocusOnError
          className="space-y-4"
        >
          <LoginErrors refusal={refusal} />
          <Credentials />
          <Button variant="primary" className="w-full">
            {submit}
          </Button>
        </ValidatedForm>
      </div>
    </div>
  );
}

function LoginErrors({ refusal }: { refusal: Refusal | null | undefined }) {
  const { fieldErrors } = useFormContext();
  const ofFields: SummaryError[] = FIELDS.flatMap((field) => {
    const text = fieldErrors[field];
    return text === undefined ? [] : [{ text, fieldId: field }];
  });
  // What the browser finds is newer than what the server said of the attempt before.
  const current = ofFields.length === 0 ? refusal : null;
  return (
    <>
      <ErrorSummary
        errors={current ? [{ text: current.error }] : ofFields}
        attempt={current ?? fieldErrors}
      />
      <div role="status">
        {current?.info ? <Notice tone="info">{current.info}</Notice> : null}
      </div>
    </>
  );
}

function Credentials() {
  // Only the error and the value: errors change with an attempt to log in, not while typing.
  const username = useField("username");
  const password = useField("password");
  const typed: unknown = username.defaultValue;
  const answers = useAnswerCount();
  return (
    <>
      <TextField
        id="username"
        name="username"
        label={messages.login.username}
        error={username.error}
        defaultValue={typeof typed === "string" ? typed : ""}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <PasswordField
        // A new field, and so an empty one, after each answer: as without scripts.
        key={answers}
        id="password"
        name="password"
        label={messages.login.password}
        error={password.error}
        autoComplete="current-password"
        required
      />
    </>
  );
}

/** How often the server has answered this form without signing in. */
function useAnswerCount(): number {
  const answer: unknown = useActionData();
  const [seen, setSeen] = useState({ answer, count: 0 });
  if (seen.answer === answer) return seen.count;
  const count = answer === undefined ? seen.count : seen.count + 1;
  setSeen({ answer, count });
  return count;
}
