import { useLoaderData } from "@remix-run/react";
import { signInWords as words } from "~/features/second-factor/rules/sign-in-words";
import { titled } from "~/features/shell/page-title";
import { OwnSettings } from "~/features/second-factor/settings/own-settings";
import {
  endByForm,
  loadOwnSignIn,
} from "~/features/second-factor/settings/own-sign-in.server";

export { links } from "~/reports-and-users-sheet";
export { loadOwnSignIn as loader, endByForm as action };

export const meta = titled(words.own);

export default function OwnSignInRoute() {
  return <OwnSettings {...useLoaderData<typeof loadOwnSignIn>()} />;
}
