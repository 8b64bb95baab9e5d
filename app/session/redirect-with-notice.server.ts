import { redirect } from "@remix-run/node";
import type { SignedIn } from "./require-user.server";
import type { Notice } from "./session-record.server";

export async function redirectWithNotice(
  { notices }: Pick<SignedIn, "notices">,
  page: string,
  notice: Notice,
  status?: number,
  hash = "",
): Promise<Response> {
  await notices.add(notice, page);
  return redirect(page + hash, status);
}
