import { z } from "zod";
import { KNOWN_FOR_MS } from "~/features/users/rules/sign-in-delay";
import type { Secrets } from "~server/secrets";

type Seals = Pick<Secrets, "browserSeal">;

const PLACE = "users of a browser";
/** Those who share a browser at a nurses' station. The last ones are known. */
const MOST_USERS = 10;
/** Enough to tell ten users apart; the seal keeps everybody from making one up. */
const DIGEST_LENGTH = 16;

/** Who has signed in with a browser and when, milliseconds since 1970, the newest first. */
const shape = z.array(z.tuple([z.string(), z.number()])).max(MOST_USERS);
type Users = z.infer<typeof shape>;

/**
 * What a browser keeps and sends along with its next login: a sealed text of whose password was right in it (R544). It opens nothing.
 * `earlier` is what it has sent.
 */
export function browserOf(
  { browserSeal }: Seals,
  userKey: string,
  earlier: string | undefined,
  now: Date,
): string {
  const user = digestOf(browserSeal, userKey);
  const others = usersOf(browserSeal, earlier, now);
  const users: Users = [
    [user, now.getTime()],
    ...others.filter(([other]) => other !== user),
  ];
  return browserSeal.close(JSON.stringify(users.slice(0, MOST_USERS)), PLACE);
}

/** Whether the password of this account was right lately in the browser that sends this. */
export function isKnownBrowser(
  { browserSeal }: Seals,
  userKey: string,
  sent: string | undefined,
  now: Date,
): boolean {
  const user = digestOf(browserSeal, userKey);
  return usersOf(browserSeal, sent, now).some(([known]) => known === user);
}

function usersOf(
  seal: Seals["browserSeal"],
  sent: string | undefined,
  now: Date,
): Users {
  const text = sent === undefined ? null : seal.open(sent, PLACE);
  const users = text === null ? [] : shape.parse(JSON.parse(text));
  return users.filter(([, at]) => now.getTime() - at < KNOWN_FOR_MS);
}

function digestOf(seal: Seals["browserSeal"], userKey: string): string {
  return seal.digest(userKey).slice(0, DIGEST_LENGTH);
}
