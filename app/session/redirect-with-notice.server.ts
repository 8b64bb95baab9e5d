import { redirect } from "@remix-run/node";
import { asksForDocument } from "~/rendering/partial-document.server";
import type { SignedIn } from "./require-user.server";
import type { Notice } from "./session-record.server";

/**
 * Leads to a page of this session, which shows the notice. Scripts go on from the element `at`; without them the page would open
 * below its notice.
 */
export async function redirectWithNotice(
  { notices }: Pick<SignedIn, "notices">,
  page: string,
  notice: Notice,
  status?: number,
  goOn?: { request: Request; at: string },
): Promise<Response> {
  await notices.add(notice, page);
  const hash = goOn && !asksForDocument(goOn.request) ? `#${goOn.at}` : "";
  return redirect(page + hash, status);
}
