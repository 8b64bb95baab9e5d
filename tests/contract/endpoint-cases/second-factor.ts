import type { AnyEndpoint } from "~/contract/endpoint";
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
import type { EndpointCase } from "./endpoint-case";

const RULES = getFactorRules.path;

/** Calls about how users sign in. */
export const SECOND_FACTOR_CASES: EndpointCase[] = [
  {
    name: "own sign-in",
    target: getOwnSignIn,
    as: "facilities",
    path: getOwnSignIn.path,
  },
  {
    name: "key of a second factor",
    target: postOwnKey,
    as: "region",
    path: postOwnKey.path,
    body: {},
  },
  {
    name: "levels that need a second factor",
    target: getFactorRules,
    as: "accounts",
    path: RULES,
    foreign: [
      ["admin", RULES],
      ["physician", RULES],
    ],
  },
  {
    name: "day from which a level needs one",
    target: postFactorRule,
    as: "accounts",
    path: RULES,
    body: { access_level: "division", required_from: "2999-12-31" },
    badBody: { access_level: "division", required_from: "soon" },
    foreign: [
      ["admin", RULES],
      ["company", RULES],
    ],
  },
];

/** Calls that need a code or what another one has answered; they have tests of their own. */
export const CODE_ENDPOINTS: AnyEndpoint[] = [
  deleteUserFactor,
  deleteUserSessions,
  postFactorRemoval,
  postOwnFactor,
  postRecoveryCodes,
  postSessionEnd,
  postSignInCode,
  postSignInFactor,
  postSignInKey,
];
