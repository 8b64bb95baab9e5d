import { initialsOf } from "~/domain/initials";
import { settings } from "~/env.server";
import { findUser } from "~/session/require-user.server";
import type { ShellData } from "./shell-data";

/** Data of the frame of a page: who is signed in, what to tell them, and which scripts to offer. */
export async function shellData(request: Request): Promise<ShellData> {
  const signedIn = await findUser(request);
  const isDocument = !new URL(request.url).searchParams.has("_data");
  return {
    siteName: settings.SITE_NAME,
    dataProvider: settings.DATA_PROVIDER,
    user: signedIn && {
      name: signedIn.user.name,
      initials: initialsOf(signedIn.user.name),
    },
    csrfToken: signedIn?.csrfToken ?? null,
    notices: (await signedIn?.notices.take()) ?? [],
    lastUpdated: signedIn?.lastUpdated ?? null,
    offersScripts: request.headers.get("save-data")?.toLowerCase() !== "on",
    // A document that answers a post is loaded with the headers of that post, and only a form that was not
    // accepted is answered with a document: the others redirect.
    isRejectedForm: isDocument && request.headers.has("content-type"),
  };
}
