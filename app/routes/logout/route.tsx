import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { findSessionByForm } from "~/http/guarded-form.server";
import { ownPageOf } from "~/guard/own-page.server";
import { paths } from "~/paths";
import { logOut } from "~/session/end-session.server";

/** A GET changes nothing: a link or an image that points here logs nobody out. */
export async function loader() {
  return redirect(paths.home);
}

export async function action({ request }: ActionFunctionArgs) {
  const { form, session } = await findSessionByForm(request);
  const from = form.get("from");
  const page = ownPageOf((name) => request.headers.get(name));
  return logOut(request, session, typeof from === "string" ? from : null, page);
}

/** Only here so that a refusal is an error page and not bare data. */
export default function LogoutRoute() {
  return null;
}
