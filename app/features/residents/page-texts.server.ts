import type { DeepReadonly } from "~/contract/deep-readonly";
import { LOCATION_RANKS } from "~/domain/access/guard";
import { rankOf } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";
import {
  afterHoursWords,
  unreadNotesText,
} from "~/features/after-hours/rules/words";
import { bandForScore } from "~/domain/frailty";
import { formatCount } from "~/domain/number-format";
import { firstLast } from "~/domain/person-name";
import type { StayFacts } from "~/domain/residents/resident-facts";
import { standingOf } from "./standing";
import {
  daysOfCareText,
  dayText,
  frailtyText,
  longStayText,
  residentWords as words,
  windowText,
} from "./resident-words";
import { toldTransfers, type ToldTransfer } from "./told-transfers";
import {
  isEdVisit,
  isHospitalization,
} from "~/domain/residents/transfer-kinds";
import { timelineOf } from "./timeline-groups";
import { profilePath, withQuery } from "~/paths";
import { residentPath } from "~/resident-paths";
import type { ResidentStory } from "~server/residents/service";
import { notesHref } from "./resident-address";
import type { FactText, ResidentPageView } from "./resident-page-view";
import { reviewLinks } from "./review-links.server";
import { groupText } from "./timeline-texts.server";

type Story = DeepReadonly<ResidentStory>;

interface Asked {
  viewer: Viewer;
  /** Page of the notes, from 1. */
  notes: number;
}

/** A resident as the page shows them to a viewer. */
export function residentPageView(
  story: Story,
  { viewer, notes }: Asked,
): ResidentPageView {
  const transfers = toldTransfers(story.transfers);
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

function unreadOf(notes: Story["notes"]): ResidentPageView["unread"] {
  const noteIds = notes.filter(({ isUnread }) => isUnread).map(({ id }) => id);
  if (noteIds.length === 0) return null;
  const text = unreadNotesText(noteIds.length);
  return { text, label: afterHoursWords.markAllRead, noteIds };
}

type Standing = ReturnType<typeof standingOf>;

function factsOf(
  { mrn, frailtyScore }: Story,
  standing: Standing,
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
  standing: Standing,
  transfers: readonly ToldTransfer[],
): FactText[] {
  if (!standing) return [];
  const { stay, isOpen, longStay, window, daysOfCare } = standing;
  const { strip: labels } = words;
  // Those after the reach of a facility's data count nowhere.
  const reached = transfers.filter(
    ({ day, dataThrough }) => day <= (dataThrough ?? -Infinity),
  );
  const countOf = (kind: (transfer: ToldTransfer) => boolean) =>
    formatCount(reached.filter(kind).length);
  return [
    ...whereabouts(stay, isOpen),
    ...(isOpen ? [fact(labels.window, windowText(window))] : []),
    fact(labels.longStay, longStayText(longStay)),
    fact(
      labels.daysOfCare,
      daysOfCareText(daysOfCare, isOpen ? stay.dataThrough : null),
    ),
    fact(labels.hospitalizations, countOf(isHospitalization)),
    fact(labels.edVisits, countOf(isEdVisit)),
  ];
}

/** In house, out at hospital, where the bed may be kept, or gone. */
function whereabouts(
  { outSince, admittedOn, dischargedOn }: StayFacts,
  isOpen: boolean,
): FactText[] {
  const { strip: labels } = words;
  const isInHouse = isOpen && outSince === null;
  return [
    ...(outSince === null ? [] : [fact(labels.out, dayText(outSince))]),
    ...(isInHouse ? [fact(labels.inHouse, dayText(admittedOn))] : []),
    ...(isOpen || dischargedOn === null
      ? []
      : [fact(labels.discharged, dayText(dischargedOn))]),
  ];
}

function fact(
  label: string,
  value: string,
  href: string | null = null,
): FactText {
  return { label, value, href };
}
