import {
  postOwnPasskey,
  postOwnPasskeyOptions,
  postPasskeyRemoval,
  postSignInPasskey,
  postSignInPasskeyOptions,
} from "~/contract/passkeys";
import {
  addOwnPasskey,
  askToMake,
  removeOwnPasskey,
} from "~server/auth/passkeys/own-passkeys";
import {
  askToUse,
  signInByPasskey,
} from "~server/auth/passkeys/sign-in-by-passkey";
import type { ApiDeps } from "~server/door/api-deps";
import { register, registerPublic, type Doors } from "~server/door/doors";

/** Passkeys as a second factor: used in the second step of a sign-in, added and removed by who is signed in. */
export function registerPasskeys(doors: Doors, deps: ApiDeps): void {
  registerPublic(doors, postSignInPasskeyOptions, async ({ body }) => ({
    data: await askToUse(deps, body.challenge),
  }));

  registerPublic(doors, postSignInPasskey, ({ body, ...call }) =>
    signInByPasskey(deps, body, call),
  );

  register(doors, postOwnPasskeyOptions, async ({ user }) => ({
    data: await askToMake(deps, user),
  }));

  register(doors, postOwnPasskey, async ({ body, ...call }) => {
    const { attempt, passkey, name, password, present_code } = body;
    const proof = { password, presentCode: present_code };
    await addOwnPasskey(deps, { attempt, passkey, name }, proof, call);
    return null;
  });

  register(doors, postPasskeyRemoval, async ({ body, ...call }) => {
    const { passkey, password, present_code: presentCode } = body;
    const proof = { password, presentCode };
    await removeOwnPasskey(deps, passkey, proof, call);
    return null;
  });
}
