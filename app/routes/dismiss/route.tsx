import { redirect } from "@remix-run/node";
import { dismissAlert } from "~/features/shell/alerts/dismiss-alert.server";
import { paths } from "~/paths";

/** A GET changes nothing. */
export async function loader() {
  return redirect(paths.home);
}

export { dismissAlert as action };

/** Only here so that a refusal is an error page and not bare data. */
export default function DismissRoute() {
  return null;
}
