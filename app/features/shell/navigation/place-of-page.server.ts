import { messages } from "~/domain/messages";
import { countsFor, navOfPlace, type NavSource } from "~/navigation.server";
import { getPhysician } from "~/contract/physician";
import {
  breadcrumbsFor,
  physicianCrumbLabel,
  trailOfLocation,
  type Breadcrumb,
} from "~/domain/access/breadcrumbs";
import { NO_PHYSICIAN_ID, type Level } from "~/domain/places/hierarchy";
import { profilePath } from "~/paths";
import type { SignedIn } from "~/session/require-user.server";
import type { Crumb } from "~/ui/breadcrumbs";

interface Place {
  level: Exclude<Level, "physician">;
  id: number;
}

/** The name is null for the company. */
export async function placeOfPage(
  signedIn: SignedIn,
  place: Place,
  title: string,
): Promise<{ name: string | null; crumbs: Crumb[] }> {
  const { level, id } = place;
  const { viewer } = signedIn.user;
  const trail =
    level === "company"
      ? []
      : trailOfLocation(level, id, await signedIn.organization());
  return {
    name: trail.at(-1)?.name ?? null,
    crumbs: crumbsTo(breadcrumbsFor({ level, viewer, trail }), place, title),
  };
}

/** What surrounds a page about a place or physician; the name is null for the company. */
export async function placePage(
  signedIn: SignedIn,
  place: { level: Level; id: number },
  title: string,
  of: Pick<NavSource, "query" | "files"> = {},
) {
  const [subject, counts] = await Promise.all([
    subjectOfPage(signedIn, place, title),
    countsFor(signedIn, place),
  ]);
  const name = subject.name ?? messages.profile.companyOverview;
  return { subject, nav: navOfPlace(place, { name, counts, ...of }) };
}

async function subjectOfPage(
  signedIn: SignedIn,
  { level, id }: { level: Level; id: number },
  title: string,
) {
  if (level !== "physician") return placeOfPage(signedIn, { level, id }, title);
  const { viewer } = signedIn.user;
  const name = await nameOfPhysician(signedIn, id);
  const trail = breadcrumbsFor({
    level,
    viewer,
    trail: [],
    physicianName: name,
  });
  return { name, crumbs: crumbsTo(trail, { level, id }, title) };
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

export function crumbsTo(
  trail: readonly Breadcrumb[],
  own: { level: Level; id: number },
  title: string,
): Crumb[] {
  const crumbs = trail.map(({ label, target, current }) => {
    const to = current ? own : target;
    return { label, ...(to && { href: profilePath(to.level, to.id) }) };
  });
  return [...crumbs, { label: title, current: true }];
}
