import {
  showStep,
  takeStep,
} from "~/features/sign-in/organisation/steps.server";

/**
 * There (`/oidc`, or `/oidc/again` as somebody else), back (`/oidc/callback`), to a code (`/oidc/link`), and out
 * (`/oidc/leave`). No page of it has scripts.
 */
export { showStep as loader, takeStep as action };
