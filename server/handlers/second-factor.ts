import {
  deleteUserFactor,
  deleteUserSessions,
  getFactorRules,
  getOwnSignIn,
  postFactorRemoval,
  postFactorRule,
  postOwnFactor,
  postOwnKey,
  postRecoveryCodes,
  postSessionEnd,
  postSignInCode,
  postSignInFactor,
  postSignInKey,
} from "~/contract/second-factor";
import {
  endOwnSession,
  ownSessions,
  ownSignIns,
} from "~server/auth/own-sessions";
import { ownPasskeys } from "~server/auth/passkeys/own-passkeys";
import {
  countRecoveryCodes,
  findFactor,
  requiredFrom,
} from "~server/auth/second-factor/factor-rows";
import {
  newOwnRecoveryCodes,
  ownKey,
  removeOwnFactor,
  setOwnFactor,
} from "~server/auth/second-factor/own-factor";
import {
  keyForSignIn,
  signInByCode,
  signInBySetUp,
} from "~server/auth/second-factor/second-step";
import { findAccountOf } from "~server/oidc/account-rows";
import { requireAccountManager } from "~server/users/require-account-manager";
import {
  changeFactorRule,
  readFactorRules,
  resetFactor,
} from "~server/users/second-factors-of-users";
import { endSessionsOf } from "~server/users/sessions-of-users";
import { actorOf } from "./actor-of";
import type { ApiDeps } from "./api-deps";
import type { Api } from "./call";
import { serve, servePublic } from "./serve";

/** The second step of a sign-in, a user's own sign-in, and what account managers do about second factors and sessions. */
export function registerSecondFactor(app: Api, deps: ApiDeps): void {
  registerSecondStep(app, deps);
  registerOwnSignIn(app, deps);
  registerOwnFactor(app, deps);
  registerAdministration(app, deps);
}

/** These have a challenge in the place of a token. */
function registerSecondStep(app: Api, deps: ApiDeps): void {
  servePublic(app, postSignInCode, ({ body, ...call }) =>
    signInByCode(deps, body, call),
  );

  servePublic(app, postSignInKey, async ({ body }) => ({
    data: await keyForSignIn(deps, body),
  }));

  servePublic(app, postSignInFactor, ({ body, ...call }) =>
    signInBySetUp(deps, body, call),
  );
}

function registerOwnSignIn(app: Api, deps: ApiDeps): void {
  const { db } = deps.store;

  serve(app, getOwnSignIn, deps, async ({ user, viewer, sessionId }) => {
    const factor = await findFactor(db, user.id, deps.secrets);
    return {
      data: {
        second_factor: factor && {
          since: factor.createdAt,
          recovery_codes_left: await countRecoveryCodes(db, user.id),
        },
        passkeys: await ownPasskeys(deps, user.id),
        required_from: await requiredFrom(db, viewer.accessLevel),
        organisation_account: await ownAccount(user.id),
        sessions: await ownSessions(db, user.id, sessionId, deps.clock()),
        sign_ins: await ownSignIns(db, user),
      },
    };
  });

  async function ownAccount(userId: number) {
    if (!deps.provider) return undefined;
    const found = await findAccountOf(db, userId, deps.provider.issuer);
    return found && { linked_at: found.linkedAt };
  }

  serve(app, postSessionEnd, deps, async ({ body, user, origin }) => {
    await endOwnSession(db, body.session, user, deps.clock(), origin);
    return null;
  });
}

function registerOwnFactor(app: Api, deps: ApiDeps): void {
  serve(app, postOwnKey, deps, async ({ body, userId }) => ({
    data: await ownKey(deps, userId, body.set_up),
  }));

  serve(app, postOwnFactor, deps, async ({ body, ...call }) => {
    const { set_up: setUp, code, password, present_code: presentCode } = body;
    const asked = { setUp, code, password, presentCode };
    return { data: { recovery_codes: await setOwnFactor(deps, asked, call) } };
  });

  serve(app, postFactorRemoval, deps, async ({ body, ...call }) => {
    const { accessLevel } = call.viewer;
    const { password, present_code: presentCode } = body;
    const proof = { password, presentCode };
    await removeOwnFactor(deps, proof, accessLevel, call);
    return null;
  });

  serve(app, postRecoveryCodes, deps, async ({ body, ...call }) => ({
    data: { recovery_codes: await newOwnRecoveryCodes(deps, body.code, call) },
  }));
}

function registerAdministration(app: Api, deps: ApiDeps): void {
  serve(app, deleteUserFactor, deps, async (call) => {
    requireAccountManager(call.viewer);
    await resetFactor(deps.store, call.params.id, actorOf(deps, call));
    return null;
  });

  serve(app, deleteUserSessions, deps, async (call) => {
    requireAccountManager(call.viewer);
    await endSessionsOf(deps.store, call.params.id, actorOf(deps, call));
    return null;
  });

  serve(app, getFactorRules, deps, async ({ viewer }) => {
    requireAccountManager(viewer);
    return { data: await readFactorRules(deps.store.db) };
  });

  serve(app, postFactorRule, deps, async (call) => {
    requireAccountManager(call.viewer);
    await changeFactorRule(deps.store, call.body, actorOf(deps, call));
    return null;
  });
}
