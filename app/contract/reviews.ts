import { z } from "zod";
import { isIsoDay } from "~/domain/calendar";
import { LEVELS } from "~/domain/places/hierarchy";
import { REVIEW_FIELD_NAMES } from "~/domain/reviews/review-answers";
import { REVIEW_LISTS } from "~/domain/reviews/review-lists";
import { LONGEST_TEXT } from "~/domain/reviews/review-problems";
import { REVIEW_ACTIONS, REVIEW_STATES } from "~/domain/reviews/review-rules";
import { cell, figureCell, flagCell, nameCell, textCell } from "./cells";
import type { DeepReadonly } from "./deep-readonly";
import { endpoint } from "./endpoint";
import { row } from "./plain-first";
import {
  flagParam,
  id,
  idParam,
  nothing,
  pageParam,
  residentId,
  signedIdParam,
} from "./wire";

const count = z.number().int().nonnegative();
const day = z.string().refine(isIsoDay);
const dayCell = cell(day.nullable(), null);

const transferFacts = {
  transfer_id: residentId,
  patient_id: residentId,
  mrn: textCell,
  first_name: textCell,
  last_name: textCell,
  facility_id: id,
  facility_name: nameCell,
  npi: figureCell,
  physician_name: textCell,
  transferred_on: day,
  /** `inpatient`, `observation` or `ed_only`; null where the transfer is no longer in the data. */
  outcome: textCell,
  /** No hospital has told the outcome. */
  assumed: flagCell,
};

const reviewFacts = {
  /** `open` too where nobody has begun. */
  state: z.enum(REVIEW_STATES),
  /** 0 where nobody has begun; grows with every change. */
  version: count,
  is_overdue: z.boolean(),
  /** The last day on which an open review is not overdue. */
  review_by: day,
};

/** A transfer of the list of work, with its review. */
export const reviewRow = row({
  ...transferFacts,
  ...reviewFacts,
  /** What follows from it, no longer than 200 characters; null where nothing does. Some hosts do not tell. */
  action: textCell.optional(),
  /** Who is to do it, and by when. */
  owner: textCell,
  due_on: dayCell,
  done_on: dayCell,
  /** It is due before today at the facility, and not done. */
  is_action_late: flagCell,
});
export type ReviewRow = z.input<typeof reviewRow>;
export type ReadReviewRow = DeepReadonly<z.output<typeof reviewRow>>;

const reviewPlace = row({
  facility_id: id,
  facility_name: nameCell,
  transfers: count,
  reviewed: count,
  overdue: count,
});

/**
 * GET /reviews: unplanned transfers of the last days, oldest first, with their reviews (R346); 204 where the viewer sees none. `level` and `id`
 * together: those of that place or physician, else all that the viewer sees. `list`: those alone that are on it; `mine` are reviews that the viewer
 * has written to and that are not signed, and actions of theirs that are not done. `page`: 0, 1, …; `next`: the page after it, null for the last.
 * `counts`: no transfers, numbers alone.
 */
export const getReviews = endpoint({
  method: "GET",
  path: "/reviews",
  params: nothing,
  query: z
    .object({
      level: z.enum(LEVELS).optional(),
      id: idParam.optional(),
      isnp: flagParam.optional(),
      list: z.enum(REVIEW_LISTS).optional(),
      counts: flagParam.optional(),
      page: pageParam.optional(),
    })
    .refine(
      ({ level, id: of }) => (level === undefined) === (of === undefined),
      { message: "level and id go together" },
    ),
  body: nothing,
  bodyType: "none",
  answer: z.object({
    data: z.array(reviewRow),
    /** All transfers, those that are reviewed or signed, and those on each list. */
    counts: z.object({
      transfers: count,
      reviewed: count,
      lists: z.record(z.enum(REVIEW_LISTS), count),
    }),
    /** Facilities with the most overdue reviews first. */
    places: z.array(reviewPlace),
    /** Days that there are for a review, and first day of the transfers. */
    review_days: count,
    since: day,
    next: count.nullable(),
    token: z.string().nullish(),
  }),
});

const answers = z.record(z.enum(REVIEW_FIELD_NAMES), z.string());

/** Answers by field, of which a newer host may have others. */
const saidByField = z.record(z.string(), z.string());

/** What somebody has done with a review; `text` is an amendment. */
const reviewVersion = z.object({
  version: count,
  action: z.enum(REVIEW_ACTIONS),
  author: z.string(),
  at: z.string().datetime(),
  fields: z.array(z.string()),
  /** What it changed these to. Some hosts do not tell. */
  changes: saidByField.optional(),
  text: z.string().nullable(),
});

const cause = z.object({ id: z.string().max(40), text: z.string() });

/** A transfer with its review. */
const review = z.object({
  ...transferFacts,
  ...reviewFacts,
  /** False where the transfer is no longer in the data. */
  is_known: z.boolean(),
  admitted_on: dayCell,
  hospital: textCell,
  unit: textCell,
  /** What the data say of the transfer, whatever the review says. `minute_of_day`: 0 to 1,439, local time of the facility. */
  minute_of_day: figureCell.optional(),
  reason: textCell.optional(),
  diagnosis: textCell.optional(),
  returned_on: dayCell.optional(),
  /** Where nobody has begun, what is known of the transfer. */
  answers,
  history: z.array(reviewVersion),
  /** What was known before the first version. Some hosts do not tell. */
  first_answers: saidByField.optional(),
  may_write: z.boolean(),
  /** Causes that may be named, and those that the review names or has named; the latter are ended. */
  causes: z.array(cause.extend({ is_ended: z.boolean().optional() })),
});
export type SentReview = z.input<typeof review>;
export type Review = DeepReadonly<z.output<typeof review>>;

const reviewAnswer = z.object({ data: review, token: z.string().nullish() });

/**
 * GET /reviews/{id of the transfer}: its review, begun or not. 204, or 403 for viewers with borders, where there is no transfer of that id that they see and
 * no review of one.
 */
export const getReview = endpoint({
  method: "GET",
  path: "/reviews/:id",
  params: z.object({ id: signedIdParam }),
  query: nothing,
  body: nothing,
  bodyType: "none",
  answer: reviewAnswer,
});

/**
 * POST /reviews/{id of the transfer}: keeps answers, or has the review reviewed, signed or amended (R339), and answers what it says then. `version` is the
 * one that was opened. Answers that others have changed since stay theirs; 409 where both have changed the same one, of all else than answers where
 * the version is not the newest or the state does not allow it, and of one amendment too many (R540). 400 with the field for what an answer may not be, or what is missing.
 */
export const postReview = endpoint({
  method: "POST",
  path: "/reviews/:id",
  params: z.object({ id: signedIdParam }),
  query: nothing,
  body: z.object({
    action: z.enum(REVIEW_ACTIONS),
    version: count,
    answers: z
      .record(z.enum(REVIEW_FIELD_NAMES), z.string().max(LONGEST_TEXT))
      .optional(),
    /** Of an amendment, and the day on which what follows from the transfer was done. */
    text: z.string().max(LONGEST_TEXT).optional(),
    done_on: day.optional(),
  }),
  bodyType: "json",
  answer: reviewAnswer,
});

/** GET /review-causes: the causes that may be named; those of the product have no author. Rank 7 only. */
export const getReviewCauses = endpoint({
  method: "GET",
  path: "/review-causes",
  params: nothing,
  query: nothing,
  body: nothing,
  bodyType: "none",
  answer: z.object({
    data: z.array(cause.extend({ author: z.string().nullable() })),
  }),
});

/** POST /review-causes: adds a cause; 400 for what none may be, and where it is there already. Rank 7 only. */
export const postReviewCause = endpoint({
  method: "POST",
  path: "/review-causes",
  params: nothing,
  query: nothing,
  body: z.object({ text: z.string().max(1_000) }),
  bodyType: "json",
  answer: z.unknown(),
});

/** POST /review-causes/end: offers a cause no more that somebody has added; 404 where there is none. Rank 7 only. */
export const endReviewCause = endpoint({
  method: "POST",
  path: "/review-causes/end",
  params: nothing,
  query: nothing,
  body: z.object({ id: z.string().max(40) }),
  bodyType: "json",
  answer: z.unknown(),
});
