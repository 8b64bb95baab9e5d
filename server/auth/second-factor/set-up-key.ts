import { z } from "zod";
import { factorWords } from "~/features/second-factor/rules/factor-words";
import { readTypedCode } from "~/features/second-factor/rules/typed-code";
import { Refusal } from "~server/refusal";
import type { Secrets } from "~server/secrets";
import { newKey, stepOfCode } from "./totp";

type Seals = Pick<Secrets, "factorSeal">;

/** Time to find a phone and install an app. */
const LASTS_MS = 30 * 60_000;

const shape = z.object({
  key: z.string(),
  replaces: z.string().nullable(),
  until: z.number(),
});
type SetUpKey = z.infer<typeof shape>;

/** Sent back with the first code: nothing is stored before that. */
export interface SealedKey {
  setUp: string;
  key: string;
}

export function keyToSetUp(
  userId: number,
  held: string | undefined,
  replaces: string | null,
  now: Date,
  secrets: Seals,
): SealedKey {
  const known = openKey(userId, held, now, secrets);
  if (held !== undefined && known?.replaces === replaces) {
    return { setUp: held, key: known.key };
  }
  const key = newKey();
  const said: SetUpKey = { key, replaces, until: now.getTime() + LASTS_MS };
  return { setUp: secrets.factorSeal.closeJson(said, placeOf(userId)), key };
}

/** Throws 409 if the set-up has expired, belongs to another user, or the factor has changed. */
export function readSetUpKey(
  userId: number,
  setUp: string,
  replaces: string | null,
  now: Date,
  secrets: Seals,
): string {
  const known = openKey(userId, setUp, now, secrets);
  if (known?.replaces === replaces) return known.key;
  throw new Refusal(409, factorWords.setUpIsOver);
}

function openKey(
  userId: number,
  sealed: string | undefined,
  now: Date,
  { factorSeal }: Seals,
): SetUpKey | null {
  const said = factorSeal.openJson(sealed, placeOf(userId), shape);
  return said && now.getTime() < said.until ? said : null;
}

function placeOf(userId: number): string {
  return `set-up of user ${userId}`;
}

/** The period of a key's first code. Throws 403 for a wrong one. */
export function firstStepOf(key: string, code: string, now: Date): number {
  const typed = readTypedCode(code);
  const step =
    typed?.kind === "code" ? stepOfCode(key, typed.code, now, -1) : null;
  if (step !== null) return step;
  throw new Refusal(
    403,
    "This code does not match the key. Check the time on your phone, and type the newest code.",
    { field: "code" },
  );
}
