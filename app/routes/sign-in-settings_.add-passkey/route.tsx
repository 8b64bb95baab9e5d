import { useLoaderData } from "@remix-run/react";
import { signInWords as words } from "~/features/second-factor/rules/sign-in-words";
import { titled } from "~/features/shell/page-title";
import { AddPasskey } from "~/features/second-factor/add-passkey/add-passkey";
import {
  addByForm,
  loadAddPasskey,
} from "~/features/second-factor/own-factor.server";

export { links } from "~/reports-and-users-sheet";
export { loadAddPasskey as loader, addByForm as action };
export { headers } from "~/http/action-headers";

export const meta = titled(words.addPasskey);

export default function AddPasskeyRoute() {
  return <AddPasskey {...useLoaderData<typeof loadAddPasskey>()} />;
}
