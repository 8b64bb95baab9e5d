import type { CallFailure } from "~/data/call.server";
import { onlyText } from "~/domain/form-texts";
import { readJson } from "~/domain/read-json";
import { refusalAtFields, refusedForm } from "~/http/refused-form.server";
import type { z } from "zod";
import {
  FACTOR_FIELDS,
  PASSKEY_FIELDS,
  type DrawnKey,
  type FactorRefusal,
} from "./drawn-key";
import { factorWords } from "./rules/factor-words";
import { signInWords as words } from "./rules/sign-in-words";
import { readTypedCode } from "./rules/typed-code";
import { ownPasswordWords } from "~/features/users/rules/own-password-rules";
import { PASSWORD_LENGTH } from "~/features/users/rules/password-rules";

const refuse = refusedForm<FactorRefusal>;

export function refuseFields(
  fieldErrors: FactorRefusal["fieldErrors"],
  drawn?: DrawnKey,
) {
  return refuse(400, { fieldErrors, ...(drawn && { drawn }) });
}

export function refuseForm(status: number, error: string, drawn?: DrawnKey) {
  const answer = { error, fieldErrors: {}, ...(drawn && { drawn }) };
  return refuse(status, answer, status === 503 ? "5" : undefined);
}

/** 503 for what is not the user's doing. `codeField` is the field that held the code. */
export function refuseAttempt(
  failure: CallFailure,
  codeField: "code" | "recoveryCode" = FACTOR_FIELDS.code,
  drawn?: DrawnKey,
) {
  const { status, answer } = refusalAtFields(failure, {
    code: codeField,
    current_password: FACTOR_FIELDS.password,
    present_code: FACTOR_FIELDS.presentCode,
  });
  return refuse(
    status,
    { ...answer, ...(drawn && { drawn }) },
    failure.retryAfter,
  );
}

/** The data server takes no longer ones (`server/auth/service.ts`). */
const CODE_MAX = 100;
const SET_UP_MAX = 2_000;
const PASSKEY_NAME_MAX = 60;

type TypedField = Exclude<keyof typeof FACTOR_FIELDS, "setUp">;

const CHECKS: Record<TypedField, (typed: string) => string | null> = {
  code: (typed) => codeProblem(typed, words.codeMissing),
  recoveryCode: (typed) => codeProblem(typed, words.codeMissing),
  presentCode: (typed) => codeProblem(typed, factorWords.noPresentCode),
  passkeyName: (typed) => {
    if (typed === "") return "Enter a name for the passkey";
    return typed.length > PASSKEY_NAME_MAX
      ? `A name has at most ${PASSKEY_NAME_MAX} characters`
      : null;
  },
  password: (typed) => {
    if (typed === "") return "Enter your password";
    // Nobody has one so long.
    return typed.length > PASSWORD_LENGTH.max
      ? ownPasswordWords.currentWrong
      : null;
  },
};

/** Empty if the field is missing or comes twice. Trims blanks around a code. */
export function fieldOf(form: FormData, name: TypedField): string {
  const text = onlyText(form, FACTOR_FIELDS[name]);
  return name === "password" ? text : text.trim();
}

/** Which key the form is about; empty where it says none. */
export function setUpOf(form: FormData): string {
  const text = onlyText(form, FACTOR_FIELDS.setUp);
  return text.length > SET_UP_MAX ? "" : text;
}

/** Checks before the data server does; null if nothing is wrong. */
export function problemsIn(
  form: FormData,
  names: readonly TypedField[],
): FactorRefusal["fieldErrors"] | null {
  const errors: FactorRefusal["fieldErrors"] = {};
  for (const name of names) {
    const problem = CHECKS[name](fieldOf(form, name));
    if (problem !== null) errors[FACTOR_FIELDS[name]] = problem;
  }
  return Object.keys(errors).length === 0 ? null : errors;
}

function codeProblem(typed: string, missing: string): string | null {
  if (typed === "") return missing;
  return typed.length > CODE_MAX || !readTypedCode(typed)
    ? "This is not a code. App codes have 6 digits, recovery codes 16 characters."
    : null;
}

/** The data server's limit. */
const ATTEMPT_MAX = 2_000;
const PASSKEY_MAX = 24_000;

/** Null if it is no answer of an authenticator. */
export function passkeyIn<Passkey>(
  form: FormData,
  shape: z.ZodType<Passkey>,
): { attempt: string; passkey: Passkey } | null {
  const attempt = form.get(PASSKEY_FIELDS.attempt);
  const text = form.get(PASSKEY_FIELDS.passkey);
  if (typeof attempt !== "string" || typeof text !== "string") return null;
  if (attempt === "" || attempt.length > ATTEMPT_MAX) return null;
  if (text.length > PASSKEY_MAX) return null;
  const passkey = readJson(text, shape);
  return passkey && { attempt, passkey };
}

export function proofIn(form: FormData) {
  return {
    password: fieldOf(form, "password"),
    presentCode: fieldOf(form, "presentCode"),
  };
}
