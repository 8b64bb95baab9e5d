import type { ReadResidentStory } from "~/contract/residents";
import { LOCATION_RANKS } from "~/domain/access/guard";
import { rankOf } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";
import { bandForScore } from "~/domain/frailty";
import { formatCount } from "~/domain/number-format";
import { firstLast } from "~/domain/person-name";
import type { StayFacts } from "~/domain/residents/resident-facts";
import { standingOf } from "~/domain/residents/standing";
import {
  daysOfCareText,
  dayText,
  frailtyText,
  longStayText,
  residentWords as words,
  windowText,
} from "~/domain/residents/resident-words";
import {
  toldTransfers,
  type ToldTransfer,
} from "~/domain/residents/told-transfers";
import {
  isEdVisit,
  isHospitalization,
} from "~/domain/residents/transfer-kinds";
import { timelineOf } from "~/domain/residents/timeline";
import {
  noteFacts,
  stayFacts,
  transferFacts,
} from "~/features/resident/story-facts";
import { profilePath } from "~/paths";
import { notesHref } from "./resident-address";
import type { FactText, ResidentPageView } from "./resident-page-view";
import { reviewLinks } from "./review-links.server";
import { groupText } from "./timeline-texts.server";

interface Asked {
  viewer: Viewer;
  /** Page of the notes, from 1. */
  notes: number;
}

/** A resident as the page shows them to a viewer. */
export function residentPageView(
  story: ReadResidentStory,
  { viewer, notes }: Asked,
): ResidentPageView {
  const stays = story.stays.map(stayFacts);
  const transfers = toldTransfers(story.transfers.map(transferFacts));
  const standing = standingOf(stays);
  const timeline = timelineOf({
    stays,
    transfers,
    notes: story.notes.map(noteFacts),
  });
  const { notes_next: next } = story;
  const reviews = reviewLinks(story.reviews);
  const seesAll = rankOf(viewer.accessLevel) >= rankOf("company");
  return {
    name: firstLast(story.first_name, story.last_name),
    facts: factsOf(story, standing, viewer),
    strip: stripOf(standing, transfers),
    bordered: seesAll && !viewer.isnpOnly ? null : words.bordered,
    groups: timeline.map((group, at) =>
      groupText(group, at, reviews.ofTransfer),
    ),
    leftReviews: reviews.left,
    pages: {
      href: notesHref(story.id, notes),
      olderHref: next === null ? null : notesHref(story.id, next + 1),
      newestHref: notes === 1 ? null : notesHref(story.id, 1),
    },
  };
}

type Standing = ReturnType<typeof standingOf>;

function factsOf(
  story: ReadResidentStory,
  standing: Standing,
  viewer: Viewer,
): FactText[] {
  const score =
    typeof story.frailty_score === "number" ? story.frailty_score : null;
  const mayOpen = rankOf(viewer.accessLevel) >= LOCATION_RANKS.facility;
  const stay = standing?.stay;
  const npi = story.stays.find(({ id }) => id === stay?.id)?.npi ?? null;
  const { facts: labels } = words;
  return [
    fact(labels.mrn, story.mrn ?? words.notKnown),
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
            npi !== null && (mayOpen || viewer.accessLevelIds.includes(npi))
              ? profilePath("physician", npi)
              : null,
          ),
          fact(labels.unit, stay.unit ?? words.notKnown),
        ]
      : []),
    fact(labels.frailty, frailtyText(score, bandForScore(score))),
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
