import { json } from "@remix-run/node";
import type { CallFailure } from "~/data/call.server";
import { systemMessages } from "~/domain/system-messages";
import { FACTOR_FIELDS, type DrawnKey, type FactorRefusal } from "./drawn-key";

/** For answers to what somebody typed. */
const NO_STORE = { "Cache-Control": "no-store" };

/** What a field of the form holds; empty where it is not there, or there twice. */
export function fieldOf(
  form: FormData,
  name: keyof typeof FACTOR_FIELDS,
): string {
  const [value, ...more] = form.getAll(FACTOR_FIELDS[name]);
  return typeof value === "string" && more.length === 0 ? value : "";
}

/** The form again, with what is wrong in each field. */
export function refuseFields(
  fieldErrors: FactorRefusal["fieldErrors"],
  status = 400,
  drawn?: DrawnKey,
) {
  return refuse(status, { fieldErrors, ...(drawn && { drawn }) });
}

/** The form again, where no field is to blame. */
export function refuseForm(status: number, error: string, retryAfter?: string) {
  return refuse(
    status,
    { error, fieldErrors: {} },
    retryAfter ? { "Retry-After": retryAfter } : {},
  );
}

/** Fields that are empty and must not be; null where none is. */
export function missingIn(
  form: FormData,
  wanted: Partial<Record<"code" | "password", string>>,
): FactorRefusal["fieldErrors"] | null {
  const errors: FactorRefusal["fieldErrors"] = {
    ...(wanted.password !== undefined &&
      fieldOf(form, "password") === "" && { currentPassword: wanted.password }),
    ...(wanted.code !== undefined &&
      fieldOf(form, "code").trim() === "" && { code: wanted.code }),
  };
  return Object.keys(errors).length === 0 ? null : errors;
}

/**
 * Why the host did not take it, in its own words where it has any; what is not the user's doing is 503. A 401 of a step before
 * the session would make text browsers ask for a password of their own.
 */
export function refusalOfHost(
  { status, message, error, field, retryAfter }: CallFailure,
  codeField: "code" | "recoveryCode" = "code",
  drawn?: DrawnKey,
) {
  const words = message ?? error ?? systemMessages.systemError.unexpected;
  if (status === 403) {
    const name = field === "current_password" ? "currentPassword" : codeField;
    return refuseFields({ [name]: words }, 403, drawn);
  }
  const isUsersDoing = status >= 400 && status < 500;
  const answer = { error: words, fieldErrors: {}, ...(drawn && { drawn }) };
  const headers = retryAfter
    ? { "Retry-After": retryAfter }
    : ({} as Record<string, string>);
  if (!isUsersDoing) return refuse(503, answer, headers);
  return refuse(status === 401 ? 400 : status, answer, headers);
}

function refuse(
  status: number,
  answer: FactorRefusal,
  headers: Record<string, string> = {},
) {
  return json(answer, { status, headers: { ...NO_STORE, ...headers } });
}
