import type { CallFailure, Outcome } from "./call.server";

/** What came of a call that not every API host serves. */
export type OptionalOutcome<Answer> =
  | Outcome<Answer>
  /** The host does not serve it, and the screen says so. */
  | { kind: "not-offered" };

/** Sessions and calls that are remembered; those forgotten are only asked again. */
const MOST_REMEMBERED = 5_000;

const notServed = new Set<string>();

function keyOf(mark: string, path: string): string {
  return `${mark} ${path}`;
}

/**
 * Makes a call that an API host may not serve. One that does not is asked once in a session. `namesRow`: the call names a row, and
 * 404 may as well say that there is no such one.
 *
 *     optionalCall(signedIn, getSenders, () => signedIn.call(getSenders, {}))
 */
export async function optionalCall<Answer>(
  { mark }: { mark: string },
  { path }: { path: string },
  ask: () => Promise<Outcome<Answer>>,
  { namesRow = false } = {},
): Promise<OptionalOutcome<Answer>> {
  const key = keyOf(mark, path);
  if (notServed.has(key)) return { kind: "not-offered" };
  const outcome = await ask();
  if (outcome.kind !== "failure" || !isNotServed(outcome)) return outcome;
  if (namesRow && outcome.status === 404) return outcome;
  if (notServed.size >= MOST_REMEMBERED) notServed.clear();
  notServed.add(key);
  return { kind: "not-offered" };
}

function isNotServed({ status, reason }: CallFailure): boolean {
  return reason === "host" && [404, 405, 501].includes(status);
}
