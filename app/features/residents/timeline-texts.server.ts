import {
  NO_NOTE_TEXT,
  notePreview,
  noteTypeOf,
} from "~/features/after-hours/rules/columns";
import { noteTimeText } from "~/features/after-hours/rules/filters";
import { isoDayOf, usDayOf, type EpochDay } from "~/domain/calendar";
import { countedBy } from "~/domain/residents/counted-returns";
import {
  RETURN_FIGURES,
  type NoteFacts,
  type StayFacts,
  type TransferFacts,
} from "~/domain/residents/resident-facts";
import { residentReviewText } from "~/features/reviews/rules/words";
import { timeOfDayText, timeOfMinute } from "~/domain/time-of-day";
import { reviewPath } from "~/review-paths";
import type { ResidentStory } from "~server/residents/service";
import {
  elsewhereText,
  reasonTexts,
  reportedText,
  admittedText,
  backText,
  groupHeading,
  moreNotesText,
  noteAboutText,
  residentWords as words,
  stayAboutText,
  transferTitle,
  unknownText,
  dayText,
} from "./words";
import type { TimelineGroup, TimelineItem } from "./timeline-groups";

/** The newest of consecutive notes are shown, the others are folded. */
const NOTES_SHOWN = 3;

export type DayText = ReturnType<typeof dayOf>;
export type NoteText = ReturnType<typeof noteText>;
export type ReviewLink = ReturnType<typeof reviewLinks>["left"][number];

export interface ItemText {
  key: string;
  day: DayText;
  title: string;
  /** Words on a wash. */
  chips: string[];
  facts: { label: string; value: string }[];
  remarks: string[];
  /** Which figures count it, and why. */
  figures: string[];
  /** For transfers only. */
  review: ReviewLink | null;
  notes: { shown: NoteText[]; folded: NoteText[]; more: string };
}

export function groupText(
  { stay, items }: TimelineGroup,
  at: number,
  reviewOf: ReviewOf,
) {
  return {
    key: stay ? `stay-${stay.id}` : `no-stay-${at}`,
    heading: groupHeading(stay),
    chips: stay?.isnp ? [words.isnp] : [],
    about: stay ? stayAboutText(stay) : null,
    items: items.map((item, place): ItemText => ({
      ...EMPTY,
      key: `${item.kind}-${place}`,
      day: dayOf(item.day, null),
      ...itemText(item, stay, reviewOf),
    })),
  };
}

const EMPTY: Omit<ItemText, "key" | "day" | "title"> = {
  chips: [],
  facts: [],
  remarks: [],
  figures: [],
  review: null,
  notes: { shown: [], folded: [], more: "" },
};

function itemText(
  item: TimelineItem,
  stay: StayFacts | null,
  reviewOf: ReviewOf,
): Partial<ItemText> & { title: string } {
  switch (item.kind) {
    case "discharge":
      return { title: words.discharge };
    case "long-stay":
      return { title: item.isOld ? words.stillLongStay : words.longStay };
    case "admission":
      return {
        title: admittedText(item.from),
        figures: stay ? figuresElsewhere(stay) : [],
      };
    case "notes": {
      const notes = item.notes.map((note) => noteText(note, stay === null));
      const folded = notes.slice(NOTES_SHOWN);
      return {
        title: words.notes,
        day: daysOf(item.notes.at(-1)?.day ?? item.day, item.day),
        notes: {
          shown: notes.slice(0, NOTES_SHOWN),
          folded,
          more: moreNotesText(folded.length),
        },
      };
    }
    case "transfer":
      return {
        ...transferText(item, stay),
        review: reviewOf(item.transfer),
      };
  }
}

function transferText(
  { day, transfer, figures, backOn }: TimelineItem & { kind: "transfer" },
  stay: StayFacts | null,
): Partial<ItemText> & { title: string } {
  const { details: labels } = words;
  const details: [label: string, value: string | null][] = [
    [labels.hospital, transfer.hospital],
    [labels.unit, transfer.unit],
    [labels.reason, transfer.reason],
    [labels.diagnosis, transfer.diagnosis],
    [labels.returned, backOn === null ? null : backText(day, backOn)],
  ];
  const unknown = [
    ...(transfer.minuteOfDay === null ? [labels.time] : []),
    ...details.flatMap(([label, value]) => (value === null ? [label] : [])),
  ];
  return {
    title: transferTitle(transfer, stay === null),
    day: dayOf(day, transfer.minuteOfDay),
    chips: transfer.planned ? [words.planned] : [],
    facts: details.flatMap(([label, value]) =>
      value === null ? [] : [{ label, value }],
    ),
    remarks: [
      transfer.isAssumed ? words.assumed : null,
      reportedText(transfer.rowCount),
      unknownText(unknown),
    ].filter((remark) => remark !== null),
    figures: reasonTexts(figures),
  };
}

/** Why an admission counts, where no transfer of the page says so. */
function figuresElsewhere(stay: StayFacts): string[] {
  return RETURN_FIGURES.flatMap((figure) => {
    const by = countedBy(figure, stay, []);
    return by?.kind === "elsewhere" ? [elsewhereText(figure, stay, by)] : [];
  });
}

function noteText(note: NoteFacts, isLoose: boolean) {
  const text = note.text?.trim() || NO_NOTE_TEXT;
  return {
    id: note.id,
    day: {
      iso: note.notedAt,
      text: noteTimeText({ at: new Date(note.notedAt), isCertain: true }),
      time: null,
    },
    type: noteTypeOf(note.type).label,
    isHighRisk: note.isHighRisk,
    isUnread: note.isUnread,
    about: noteAboutText(note, isLoose),
    preview: notePreview(text),
    text,
  };
}

/** A day as the page writes it; `iso` is for machines, with the time of day where it is known. */
function dayOf(day: EpochDay, minute: number | null) {
  const iso = isoDayOf(day);
  const isKnown = minute !== null;
  return {
    iso: isKnown ? `${iso}T${timeOfMinute(minute)}` : iso,
    text: usDayOf(iso),
    time: isKnown ? timeOfDayText(minute) : null,
  };
}

/** A range from the oldest to the newest. */
function daysOf(first: EpochDay, last: EpochDay): DayText {
  const day = dayOf(first, null);
  if (first === last) return day;
  return { ...day, text: `${day.text} –`, time: dayOf(last, null).text };
}

type ReviewOf = ReturnType<typeof reviewLinks>["ofTransfer"];

/** The ways to reviews, in the words of their states; `left` are of transfers that are no longer in the data. */
export function reviewLinks(reviews: Readonly<ResidentStory["reviews"]>) {
  const begun = new Map(
    reviews
      .filter(({ isKnown }) => isKnown)
      .map(({ transferId, state }) => [transferId, state]),
  );
  return {
    /** A planned transfer keeps only a review that was begun before. */
    ofTransfer({ id, planned }: Pick<TransferFacts, "id" | "planned">) {
      const state = begun.get(id);
      return planned && state === undefined
        ? null
        : { href: reviewPath(id), text: residentReviewText(state) };
    },
    left: reviews
      .filter(({ isKnown }) => !isKnown)
      .map(({ transferId, state, transferredOn, facilityName }) => ({
        href: reviewPath(transferId),
        text: `${dayText(transferredOn)}, ${facilityName ?? ""}: ${residentReviewText(state)}`,
      })),
  };
}
