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
import type { ApiDeps } from "./api-deps";
import type { Api } from "./call";
import { serve, servePublic } from "./serve";

/** Passkeys as a second factor: used in the second step of a sign-in, added and removed by who is signed in. */
export function registerPasskeys(app: Api, deps: ApiDeps): void {
  servePublic(app, postSignInPasskeyOptions, async ({ body }) => ({
    data: await askToUse(deps, body.challenge),
  }));

  servePublic(app, postSignInPasskey, ({ body, ...call }) =>
    signInByPasskey(deps, body, call),
  );

  serve(app, postOwnPasskeyOptions, deps, async ({ user }) => ({
    data: await askToMake(deps, user),
  }));

  serve(app, postOwnPasskey, deps, async ({ body, ...call }) => {
    const { attempt, passkey, name, password, present_code } = body;
    const proof = { password, presentCode: present_code };
    await addOwnPasskey(deps, { attempt, passkey, name }, proof, call);
    return null;
  });

  serve(app, postPasskeyRemoval, deps, async ({ body, ...call }) => {
    const { passkey, password, present_code: presentCode } = body;
    const proof = { password, presentCode };
    await removeOwnPasskey(deps, passkey, proof, call);
    return null;
  });
}
