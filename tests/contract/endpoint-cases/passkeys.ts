import type { AnyEndpoint } from "~/contract/endpoint";
import {
  postOwnPasskey,
  postOwnPasskeyOptions,
  postPasskeyRemoval,
  postSignInPasskey,
  postSignInPasskeyOptions,
} from "~/contract/passkeys";

/** Calls that need a second factor or what another one has answered; they have tests of their own. */
export const PASSKEY_ENDPOINTS: AnyEndpoint[] = [
  postOwnPasskey,
  postOwnPasskeyOptions,
  postPasskeyRemoval,
  postSignInPasskey,
  postSignInPasskeyOptions,
];
