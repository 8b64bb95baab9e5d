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
import type { ApiDeps } from "~server/door/api-deps";
import { register, registerPublic, type Doors } from "~server/door/doors";

/** The second step of a sign-in, a user's own sign-in, and what account managers do about second factors and sessions. */
export function registerSecondFactor(doors: Doors, deps: ApiDeps): void {
  registerSecondStep(doors, deps);
  registerOwnSignIn(doors, deps);
  registerOwnFactor(doors, deps);
  registerAdministration(doors, deps);
}

/** These have a challenge in the place of a token. */
function registerSecondStep(doors: Doors, deps: ApiDeps): void {
  registerPublic(doors, postSignInCode, ({ body, ...call }) =>
    signInByCode(deps, body, call),
  );

  registerPublic(doors, postSignInKey, async ({ body }) => ({
    data: await keyForSignIn(deps, body),
  }));

  registerPublic(doors, postSignInFactor, ({ body, ...call }) =>
    signInBySetUp(deps, body, call),
  );
}

function registerOwnSignIn(doors: Doors, deps: ApiDeps): void {
  const { db } = deps.store;

  register(doors, getOwnSignIn, async ({ user, viewer, sessionId }) => {
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

  register(doors, postSessionEnd, async ({ body, user, origin }) => {
    await endOwnSession(db, body.session, user, deps.clock(), origin);
    return null;
  });
}

function registerOwnFactor(doors: Doors, deps: ApiDeps): void {
  register(doors, postOwnKey, async ({ body, userId }) => ({
    data: await ownKey(deps, userId, body.set_up),
  }));

  register(doors, postOwnFactor, async ({ body, ...call }) => {
    const { set_up: setUp, code, password, present_code: presentCode } = body;
    const asked = { setUp, code, password, presentCode };
    return { data: { recovery_codes: await setOwnFactor(deps, asked, call) } };
  });

  register(doors, postFactorRemoval, async ({ body, ...call }) => {
    const { accessLevel } = call.viewer;
    const { password, present_code: presentCode } = body;
    const proof = { password, presentCode };
    await removeOwnFactor(deps, proof, accessLevel, call);
    return null;
  });

  register(doors, postRecoveryCodes, async ({ body, ...call }) => ({
    data: { recovery_codes: await newOwnRecoveryCodes(deps, body.code, call) },
  }));
}

function registerAdministration(doors: Doors, deps: ApiDeps): void {
  register(doors, deleteUserFactor, async (call) => {
    requireAccountManager(call.viewer);
    await resetFactor(deps.store, call.params.id, actorOf(deps, call));
    return null;
  });

  register(doors, deleteUserSessions, async (call) => {
    requireAccountManager(call.viewer);
    await endSessionsOf(deps.store, call.params.id, actorOf(deps, call));
    return null;
  });

  register(doors, getFactorRules, async ({ viewer }) => {
    requireAccountManager(viewer);
    return { data: await readFactorRules(deps.store.db) };
  });

  register(doors, postFactorRule, async (call) => {
    requireAccountManager(call.viewer);
    await changeFactorRule(deps.store, call.body, actorOf(deps, call));
    return null;
  });
}
