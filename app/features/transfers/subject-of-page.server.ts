import { getPhysician } from "~/contract/physician";
import {
  breadcrumbsFor,
  physicianCrumbLabel,
} from "~/domain/access/breadcrumbs";
import { NO_PHYSICIAN_ID, type Level } from "~/domain/places/hierarchy";
import { transferWords as words } from "./words";
import {
  crumbsTo,
  placeOfPage,
} from "~/features/shell/navigation/place-of-page.server";
import type { SignedIn } from "~/session/require-user.server";
import type { TransfersView } from "./transfers-view";

/** Whose transfers a page shows, and the way down to it by their profile. */
export async function subjectOf(
  signedIn: SignedIn,
  level: Level,
  id: number,
): Promise<Pick<TransfersView, "name" | "crumbs">> {
  if (level !== "physician") {
    return placeOfPage(signedIn, { level, id }, words.title);
  }
  const { viewer } = signedIn.user;
  const name = await nameOfPhysician(signedIn, id);
  const trail = breadcrumbsFor({
    level,
    viewer,
    trail: [],
    physicianName: name,
  });
  return { name, crumbs: crumbsTo(trail, { level, id }, words.title) };
}

async function nameOfPhysician(
  { call }: SignedIn,
  npi: number,
): Promise<string> {
  const outcome =
    npi === NO_PHYSICIAN_ID
      ? null
      : await call(getPhysician, { params: { npi } });
  const record = outcome?.kind === "data" ? outcome.answer.data : null;
  return physicianCrumbLabel({
    npi,
    firstName: record?.first_name ?? null,
    lastName: record?.last_name ?? null,
  });
}
