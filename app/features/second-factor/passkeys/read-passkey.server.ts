import type { z } from "zod";
import { PASSKEY_FIELDS } from "./passkey-fields";

/** The data server's limit. */
const ATTEMPT_MAX = 2_000;
const PASSKEY_MAX = 24_000;

/** What scripts have put into a form; null where it is nothing that an authenticator answers. */
export function passkeyIn<Passkey>(
  form: FormData,
  shape: z.ZodType<Passkey>,
): { attempt: string; passkey: Passkey } | null {
  const attempt = form.get(PASSKEY_FIELDS.attempt);
  const text = form.get(PASSKEY_FIELDS.passkey);
  if (typeof attempt !== "string" || typeof text !== "string") return null;
  if (attempt === "" || attempt.length > ATTEMPT_MAX) return null;
  if (text.length > PASSKEY_MAX) return null;
  const parsed = shape.safeParse(jsonOf(text));
  return parsed.success ? { attempt, passkey: parsed.data } : null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
