import { redirect } from "@remix-run/node";
import { pageError } from "~/data/page-error.server";
import { apiHost } from "~/data/upstream.server";
import { paths } from "~/paths";
import { screenAt } from "~/screens.server";
import { requireUser, type SignedIn } from "./require-user.server";

/**
 * Throws login, 403 or 404, or the error page if the rule's data could not be loaded (R7). `form` is kept for after
 * login.
 */
export async function requireScreen(
  request: Request,
  form?: FormData,
): Promise<SignedIn> {
  const signedIn = await requireUser(request, form);
  await guard(signedIn, request);
  return signedIn;
}

/** Login leads back to the page: after a file the login form would stay on the screen. */
export async function requireScreenOfFile(
  request: Request,
  from: string,
): Promise<SignedIn> {
  const { headers } = request;
  const signedIn = await requireUser(
    new Request(new URL(from, request.url), { headers }),
  );
  await guard(signedIn, request);
  return signedIn;
}

async function guard(signedIn: SignedIn, { url }: Request): Promise<void> {
  const found = screenAt(new URL(url).pathname);
  if (found === null || (apiHost && !found.screen.specified)) {
    throw pageError(404);
  }
  const { viewer } = signedIn.user;
  switch (await found.screen.who(viewer, found.params, signedIn.organization)) {
    case "allow":
      return;
    case "home":
      throw redirect(paths.home);
    case "forbidden":
      throw pageError(403);
    case "not-found":
      throw pageError(404);
  }
}
