import { censusPath } from "~/data-quality-paths";
import { changesPath } from "~/changes-paths";
import type { DeepReadonly } from "~/contract/deep-readonly";
import { noticesOf, panelOf } from "~/data/panel.server";
import type { Viewer } from "~/domain/access/viewer";
import { findGraph, type GraphTag } from "~/domain/graphs/rate-graphs";
import { listPage, readPage } from "~/domain/lists/list-page";
import { messages } from "~/domain/messages";
import {
  LEVELS_ABOVE_FACILITIES,
  type PlaceAboveFacilities,
} from "~/domain/places/hierarchy";
import { shortMonth, variationText } from "~/features/signals/rules/words";
import { placePage } from "~/features/shell/navigation/place-of-page.server";
import { profilePath } from "~/paths";
import { reviewPath } from "~/review-paths";
import type { SignedIn } from "~/session/require-user.server";
import { requireScreen } from "~/session/screen.server";
import type { Crumb } from "~/ui/breadcrumbs";
import { listChanges, type FacilityChanges } from "~server/changes/service";
import {
  changesWords as words,
  countsText,
  overdueText,
  silentText,
  sinceText,
} from "./words";

const FACILITIES_OF_A_PAGE = 100;

interface Frame {
  firstCrumb: (viewer: Viewer) => Crumb;
  graphHref: (profile: string, graph: GraphTag) => string;
}

export async function loadChanges(
  request: Request,
  placeText = "",
  frame: Frame,
) {
  const signedIn = await requireScreen(request);
  const [levelText, idText] = placeText.split("/");
  const level = LEVELS_ABOVE_FACILITIES.find((one) => one === levelText);
  const place = level ? { level, id: Number(idText) } : null;
  const [outcome, subject] = await Promise.all([
    signedIn.ask(listChanges, { place }),
    subjectOf(signedIn, place, frame),
  ]);
  const panel = panelOf(outcome, { systemError: words.failed }, (all) => all);
  const wanted = readPage(new URL(request.url).searchParams);
  const found = panel.state === "data" ? panel.data : null;
  const view = {
    name: subject.name,
    since: found && sinceText(found.since),
    href: changesPath(place),
    place,
    list:
      panel.state === "data"
        ? listOf(panel.data.facilities, wanted, frame)
        : panel,
  };
  const { crumbs, nav } = subject;
  return { view, crumbs, ...(nav && { nav }), notices: noticesOf(panel) };
}

async function subjectOf(
  signedIn: SignedIn,
  place: PlaceAboveFacilities | null,
  { firstCrumb }: Frame,
) {
  if (!place) {
    const here = { label: words.title, current: true };
    const crumbs: Crumb[] = [firstCrumb(signedIn.user.viewer), here];
    return { name: null, crumbs, nav: null };
  }
  const { subject, nav } = await placePage(signedIn, place, words.title);
  return { ...subject, nav };
}

function listOf(
  all: DeepReadonly<FacilityChanges[]>,
  wanted: number,
  frame: Frame,
) {
  if (all.length === 0) return { state: "empty" as const };
  const { rows, page, pages } = listPage(all, wanted, FACILITIES_OF_A_PAGE);
  const sum = (count: (one: DeepReadonly<FacilityChanges>) => number) =>
    all.reduce((total, one) => total + count(one), 0);
  return {
    state: "data" as const,
    counts: countsText({
      signals: sum(({ signals }) => signals.length),
      silent: sum(({ silent }) => (silent ? 1 : 0)),
      reviews: sum(({ reviews }) => reviews.length),
    }),
    rows: rows.map((row) => rowOf(row, frame)),
    page,
    pages,
  };
}

function rowOf(
  { facility_id: id, facility_name, ...row }: DeepReadonly<FacilityChanges>,
  { graphHref }: Frame,
) {
  const profile = profilePath("facility", id);
  return {
    id,
    name: facility_name.trim() || messages.unknown,
    href: profile,
    changes: [
      ...row.signals.map(({ graph, variation, month }) => ({
        text: signalText({ graph, variation, month }),
        href: graphHref(profile, graph),
      })),
      ...(row.silent
        ? [
            {
              text: silentText(row.silent),
              href: censusPath({ level: "facility", id }),
            },
          ]
        : []),
      ...row.reviews.map((review) => ({
        text: overdueText(review),
        href: reviewPath(review.transfer_id),
      })),
    ],
  };
}

/** '30 Day RTH: unusually low in Oct 2026 (lower is better)'. */
export function signalText({
  graph,
  variation,
  month,
}: FacilityChanges["signals"][number]): string {
  const title = findGraph(graph)?.title ?? graph;
  const word = variationText({ variation, months: [] }).toLowerCase();
  const text = `${title}: ${word} in ${shortMonth(month)}`;
  return variation === "unusually_low" ? `${text} (lower is better)` : text;
}
