import {
  showStep,
  takeStep,
} from "~/features/sign-in/organisation/steps.server";

/**
 * The way by the organisation's login: there (`/oidc`, or `/oidc/again` as somebody else), back (`/oidc/callback`), to a code (`/oidc/link`), and out
 * (`/oidc/leave`). Its pages are documents without scripts: browsers get nothing of them beforehand.
 */
export { showStep as loader, takeStep as action };
