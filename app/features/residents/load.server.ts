import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import type { DeepReadonly } from "~/contract/deep-readonly";
import { signedIdParam } from "~/contract/wire";
import { pageError } from "~/data/page-error.server";
import { noticesOf, panelOf } from "~/data/panel.server";
import { LOCATION_RANKS } from "~/domain/access/guard";
import { rankOf } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";
import {
  afterHoursWords,
  unreadNotesText,
} from "~/features/after-hours/rules/words";
import { bandForScore } from "~/domain/frailty";
import { readPage } from "~/domain/lists/list-page";
import { formatCount } from "~/domain/number-format";
import { firstLast } from "~/domain/person-name";
import { returnDay } from "~/domain/residents/return-window";
import {
  isEdVisit,
  isHospitalization,
} from "~/domain/residents/transfer-kinds";
import { dashboardCrumb } from "~/features/shell/navigation/first-crumbs";
import { todayWords } from "~/features/today/rules/words";
import { navOfFacility } from "~/navigation.server";
import { profilePath, withQuery, placePath } from "~/paths";
import { residentPath } from "~/resident-paths";
import type { SignedIn } from "~/session/require-user.server";
import { requireScreen } from "~/session/screen.server";
import { viewResident, type ResidentStory } from "~server/residents/service";
import {
  residentWords as words,
  admittedText,
  barEndText,
  barText,
  daysOfCareText,
  dayText,
  frailtyText,
  longStayText,
  windowText,
} from "./words";
import { reviewLinks, groupText } from "./timeline-texts.server";
import { standingOf, stayBarOf, type Standing } from "./rules";
import { timelineOf } from "./timeline-groups";
import { mergeTransfers, type MergedTransfer } from "./transfers";

/** A merged resident leads to the other's address (R313). */
export async function loadResident({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const id = signedIdParam.parse(params.id ?? "");
  const search = new URL(request.url).searchParams;
  const notes = readPage(
    new URLSearchParams({ page: search.get(NOTES) ?? "" }),
  );
  const page = await readPageOf(signedIn, id, notes);
  const view = page.state === "data" ? page.view : null;
  const facility = view?.facility;
  const href = view?.facts.find(
    ({ label }) => label === words.facts.facility,
  )?.href;
  return {
    page,
    ...(facility && (await navOfFacility(signedIn, facility))),
    crumbs: [
      dashboardCrumb(signedIn.user.viewer),
      ...(facility && href
        ? [
            { label: facility.name, href },
            {
              label: todayWords.title,
              href: placePath("today", "facility", facility.id),
            },
          ]
        : []),
      { label: words.title, current: true },
    ],
    notices: noticesOf(page),
  };
}

async function readPageOf(signedIn: SignedIn, id: number, notes: number) {
  const outcome = await signedIn.ask(viewResident, { id, page: notes - 1 });
  const texts = { systemError: words.failed };
  const panel = panelOf(outcome, texts, (answer) => answer);
  if (panel.state === "empty") throw pageError(404);
  if (panel.state === "error") {
    const { message } = panel;
    return {
      state: "error" as const,
      message,
      retryHref: notesHref(id, notes),
    };
  }
  const { story, mergedInto } = panel.data;
  if (story === null) throw redirect(residentPath(mergedInto));
  const { viewer } = signedIn.user;
  return {
    state: "data" as const,
    view: residentPageView(story, { viewer, notes }),
  };
}

export type ResidentPageView = ReturnType<typeof residentPageView>;
export type FactText = ReturnType<typeof fact>;
export type BarView = ReturnType<typeof barOf>;

type Story = DeepReadonly<ResidentStory>;

function residentPageView(
  story: Story,
  { viewer, notes }: { viewer: Viewer; notes: number },
) {
  const transfers = mergeTransfers(story.transfers);
  const standing = standingOf(story.stays);
  const timeline = timelineOf({ ...story, transfers });
  const reviews = reviewLinks(story.reviews);
  const seesAll = rankOf(viewer.accessLevel) >= rankOf("company");
  return {
    name: firstLast(story.firstName, story.lastName),
    facility: standing
      ? { id: standing.stay.facilityId, name: standing.stay.facilityName }
      : null,
    facts: factsOf(story, standing, viewer),
    strip: stripOf(standing, transfers),
    bar: standing && barOf(standing, story, transfers),
    bordered: seesAll && !viewer.isnpOnly ? null : words.bordered,
    groups: timeline.map((group, at) =>
      groupText(group, at, reviews.ofTransfer),
    ),
    href: notesHref(story.id, notes),
    markHref: withQuery(residentPath(story.id), {
      _data: "routes/residents.$id",
    }),
    unread: unreadOf(story.notes),
    leftReviews: reviews.left,
    pages: {
      href: notesHref(story.id, notes),
      olderHref: story.hasOlderNotes ? notesHref(story.id, notes + 1) : null,
      newestHref: notes === 1 ? null : notesHref(story.id, 1),
    },
  };
}

/** What the physician has not read of the page's notes; null where there is nothing. */
function unreadOf(notes: Story["notes"]) {
  const noteIds = notes.filter(({ isUnread }) => isUnread).map(({ id }) => id);
  if (noteIds.length === 0) return null;
  const text = unreadNotesText(noteIds.length);
  return { text, label: afterHoursWords.markAllRead, noteIds };
}

function factsOf(
  { mrn, frailtyScore }: Story,
  standing: Standing | null,
  viewer: Viewer,
): FactText[] {
  const mayOpen = rankOf(viewer.accessLevel) >= LOCATION_RANKS.facility;
  const stay = standing?.stay;
  const { facts: labels } = words;
  return [
    fact(labels.mrn, mrn ?? words.notKnown),
    ...(stay
      ? [
          fact(
            labels.facility,
            stay.facilityName,
            mayOpen ? profilePath("facility", stay.facilityId) : null,
          ),
          fact(
            labels.physician,
            stay.physician ?? words.noPhysician,
            stay.npi === null ? null : profilePath("physician", stay.npi),
          ),
          fact(labels.unit, stay.unit ?? words.notKnown),
        ]
      : []),
    fact(labels.frailty, frailtyText(frailtyScore, bandForScore(frailtyScore))),
  ];
}

function stripOf(
  standing: Standing | null,
  transfers: readonly MergedTransfer[],
): FactText[] {
  if (!standing) return [];
  const { stay, isOpen, longStay, window, daysOfCare } = standing;
  const { strip: labels } = words;
  // Those after the reach of a facility's data count nowhere.
  const reached = transfers.filter(
    ({ day, dataThrough }) => day <= (dataThrough ?? -Infinity),
  );
  const countOf = (kind: (transfer: MergedTransfer) => boolean) =>
    formatCount(reached.filter(kind).length);
  const { outSince, admittedOn, dischargedOn } = stay;
  return [
    ...(outSince === null ? [] : [fact(labels.out, dayText(outSince))]),
    ...(isOpen && outSince === null
      ? [fact(labels.inHouse, dayText(admittedOn))]
      : []),
    ...(isOpen || dischargedOn === null
      ? []
      : [fact(labels.discharged, dayText(dischargedOn))]),
    ...(isOpen || window ? [fact(labels.window, windowText(window))] : []),
    fact(labels.longStay, longStayText(longStay)),
    fact(
      labels.daysOfCare,
      daysOfCareText(daysOfCare, isOpen ? stay.dataThrough : null),
    ),
    fact(labels.hospitalizations, countOf(isHospitalization)),
    fact(labels.edVisits, countOf(isEdVisit)),
  ];
}

function barOf(
  standing: Standing,
  { stays, noteMarks }: Story,
  transfers: readonly MergedTransfer[],
) {
  const { stay, isOpen } = standing;
  const ofStay = ({ stayId }: { stayId: number | null }) => stayId === stay.id;
  const bar = stayBarOf(
    standing,
    transfers.filter(ofStay).map((transfer) => ({
      day: transfer.day,
      backOn: returnDay(transfer, stays),
    })),
    noteMarks.filter(ofStay),
  );
  const { parts, marks, notes } = bar;
  const counts = {
    out: parts.filter(({ isOut }) => isOut).length,
    notes: noteMarks.filter(ofStay).length,
  };
  return {
    ...{ parts, marks, notes },
    name: barText({ ...bar, isOpen }, counts),
    start: `${admittedText(stay.admittedFrom)} ${dayText(stay.admittedOn)}`,
    end: barEndText({ ...bar, isOpen }),
  };
}

/** `href` is null where the viewer has no way there. */
function fact(label: string, value: string, href: string | null = null) {
  return { label, value, href };
}

/** Query parameter of the page of the notes, from 1; not there for the first. */
const NOTES = "notes";

function notesHref(id: number, page: number): string {
  return withQuery(residentPath(id), {
    [NOTES]: page > 1 ? page : undefined,
  });
}
