import { messages } from "~/domain/messages";
import { countsFor, navOfPlace, type NavSource } from "~/navigation.server";
import type { SignedIn } from "~/session/require-user.server";
import { placeOfPage } from "./place-of-page.server";

/** What surrounds a page about a place; the name is null for the company. */
export async function placePage(
  signedIn: SignedIn,
  place: Parameters<typeof placeOfPage>[1],
  title: string,
  of: Pick<NavSource, "query" | "files"> = {},
) {
  const [subject, counts] = await Promise.all([
    placeOfPage(signedIn, place, title),
    countsFor(signedIn, place),
  ]);
  const name = subject.name ?? messages.profile.companyOverview;
  return { subject, nav: navOfPlace(place, { name, counts, ...of }) };
}
