import { z } from "zod";
import { factorWords } from "~/features/second-factor/rules/factor-words";
import { Refusal } from "~server/refusal";
import type { Secrets } from "~server/secrets";
import { newKey } from "./totp";

type Seals = Pick<Secrets, "factorSeal">;

/** Time to find a phone and install an app. */
const LASTS_MS = 30 * 60_000;

const shape = z.object({
  key: z.string(),
  replaces: z.string().nullable(),
  until: z.number(),
});

export interface SetUpKey {
  key: string;
  /** When the factor it replaces was created; null if there is none. */
  replaces: string | null;
}

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
  const known = held === undefined ? null : openKey(userId, held, now, secrets);
  if (held !== undefined && known?.replaces === replaces && known) {
    return { setUp: held, key: known.key };
  }
  const key = newKey();
  const said = { key, replaces, until: now.getTime() + LASTS_MS };
  const sealed = secrets.factorSeal.close(
    JSON.stringify(said satisfies z.infer<typeof shape>),
    placeOf(userId),
  );
  return { setUp: sealed, key };
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
  if (!known || known.replaces !== replaces) {
    throw new Refusal(409, factorWords.setUpIsOver, {
      code: "set_up_is_over",
    });
  }
  return known.key;
}

function openKey(
  userId: number,
  sealed: string,
  now: Date,
  { factorSeal }: Seals,
): SetUpKey | null {
  const text = factorSeal.open(sealed, placeOf(userId));
  if (text === null) return null;
  const said = shape.parse(JSON.parse(text));
  return now.getTime() < said.until ? said : null;
}

function placeOf(userId: number): string {
  return `set-up of user ${userId}`;
}
