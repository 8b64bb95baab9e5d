import { PageForm } from "~/ui/page-form";
import { useState, type FormEvent } from "react";
import { loginMessages } from "../rules/login-messages";
import { signInPaths } from "~/sign-in-paths";
import { BrandMark } from "~/ui/brand-mark";
import { Button, buttonClass } from "~/ui/button";
import { ErrorSummary, fieldLines } from "~/ui/error-summary";
import { TextField } from "~/ui/field";
import { Notice } from "~/ui/notice";
import { PasswordField } from "~/ui/password-field";
import {
  findMissing,
  type LoginFieldErrors,
  type LoginForm,
  type LoginRefusal,
} from "./login-form";

const FIELDS = ["username", "password"] as const;

/** `answer` is the server's to the last attempt, `reason` why the page came up by itself (R127). */
export function LoginScreen({
  siteName,
  organisation,
  form = "usual",
  reason,
  answer,
}: {
  siteName: string;
  organisation: string | null;
  form?: LoginForm;
  reason?: string | null;
  answer?: LoginRefusal | null;
}) {
  const [missing, setMissing] = useState<LoginFieldErrors | null>(null);
  // An answer is one to a form, wherever that was sent from.
  const isBare = form === "none" && !answer;

  function checkBeforeSending(event: FormEvent<HTMLFormElement>) {
    const found = findMissing(new FormData(event.currentTarget));
    if (found) event.preventDefault();
    setMissing(found);
  }

  return (
    <div className="flex flex-1 flex-col items-center py-6 login">
      <div className="w-full max-w-form">
        <p className="mb-6 flex items-center gap-2 text-lg font-semibold">
          <BrandMark />
          {siteName}
        </p>
        <LoginHead isEmergency={form !== "usual" && !isBare} />
        {reason && !answer && !missing ? (
          <div className="mb-4">
            <Notice tone="info">{reason}</Notice>
          </div>
        ) : null}
        {isBare ? null : (
          <PageForm
            aria-label={loginMessages.submit}
            method="post"
            onSubmit={checkBeforeSending}
            className="space-y-4"
          >
            <LoginErrors missing={missing} answer={answer ?? null} />
            <Credentials missing={missing} answer={answer ?? null} />
            <Button variant="primary" className="w-full">
              {loginMessages.submit}
            </Button>
          </PageForm>
        )}
        {organisation ? (
          <OrganisationLink name={organisation} isFirst={isBare} />
        ) : null}
        {isBare ? (
          <p className="mt-4 text-center">
            <a href={signInPaths.emergency} className={buttonClass("quiet")}>
              {loginMessages.emergency}
            </a>
          </p>
        ) : null}
      </div>
    </div>
  );
}

function LoginHead({ isEmergency }: { isEmergency: boolean }) {
  return (
    <>
      <h1 className="text-2xl font-semibold">
        {isEmergency ? loginMessages.emergency : "Welcome"}
      </h1>
      <p className="mb-6 text-muted">
        {isEmergency
          ? "Only emergency accounts log in here. Each login is recorded, and account managers are notified."
          : "Log in to see how your residents are doing."}
      </p>
    </>
  );
}

/** A new document, which leads to another site; long words wrap. */
function OrganisationLink({
  name,
  isFirst,
}: {
  name: string;
  isFirst: boolean;
}) {
  const look = isFirst
    ? "border-unseen bg-accent text-on-accent hover:bg-accent-strong"
    : "border-control bg-paper text-ink hover:border-accent hover:text-accent";
  return (
    <a
      href={signInPaths.organisation}
      className={`mt-4 flex min-h-9 items-center justify-center rounded border px-4 py-1 text-center font-medium touch:min-h-10 ${look}`}
    >
      Log in with {name}
    </a>
  );
}

/** The browser's check is newer than the server's answer. */
interface Attempt {
  missing: LoginFieldErrors | null;
  answer: LoginRefusal | null;
}

function LoginErrors({ missing, answer }: Attempt) {
  const fieldErrors = missing ?? answer?.fieldErrors ?? {};
  const ofFields = fieldLines(FIELDS, fieldErrors);
  const { error, info } = missing ? {} : (answer ?? {});
  return (
    <>
      <ErrorSummary
        errors={error ? [{ text: error }] : ofFields}
        attempt={missing ?? answer}
      />
      <div aria-live="polite">
        {info ? <Notice tone="info">{info}</Notice> : null}
      </div>
    </>
  );
}

function Credentials({ missing, answer }: Attempt) {
  const errors = missing ?? answer?.fieldErrors ?? {};
  const answers = useAnswerCount(answer);
  return (
    <>
      <TextField
        id="username"
        name="username"
        label="Username"
        error={errors.username}
        defaultValue={answer?.repopulateFields?.username ?? ""}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        aria-required
      />
      <PasswordField
        // A new field, and so an empty one, after each answer: as without scripts.
        key={answers}
        id="password"
        name="password"
        label="Password"
        error={errors.password}
        autoComplete="current-password"
        aria-required
      />
    </>
  );
}

function useAnswerCount(answer: LoginRefusal | null): number {
  const [seen, setSeen] = useState({ answer, count: 0 });
  if (seen.answer === answer) return seen.count;
  const count = answer === null ? seen.count : seen.count + 1;
  setSeen({ answer, count });
  return count;
}
