import { z } from "zod";
import { id, levelParam, residentId } from "~/contract/wire";
import type { Viewer } from "~/domain/access/viewer";
import { isoDayOf } from "~/domain/calendar";
import { ROWS_OF_A_PAGE } from "~/domain/lists/list-page";
import {
  REVIEW_LISTS,
  type ReviewList,
  REVIEW_WINDOW_DAYS,
} from "~/features/reviews/rules/review-rules";
import {
  accessibleFacilityIds,
  type FacilityIds,
} from "~server/access/facilities";
import { isIsnpOnly, type Subject } from "~server/access/scope";
import type { ApiDeps } from "~server/door/api-deps";
import { service, type Ctx } from "~server/door/services";
import { actorOf } from "~server/handlers/actor-of";
import { recordAccess } from "~server/handlers/record-access";
import { requireScope } from "~server/handlers/require-scope";
import { requireResidentReader } from "~server/handlers/resident-reader";
import { readClocks } from "~server/store/facility-clocks";
import { requireAccountManager } from "~server/users/require-account-manager";
import {
  readReview,
  workRowOf,
  type Review,
  type ReviewRow,
} from "./read-review";
import { addCause, endCause, readCauses } from "./review-causes";
import {
  countWork,
  listWork,
  type WorkCounts,
  type WorkQuestion,
} from "./work-list";
import { wantedWrite, writeReview } from "./write-review";

export type { Review, ReviewRow };

export type CountedReviews = NonNullable<
  Awaited<ReturnType<typeof askWork>>["counted"]
>;

const PLACES_OF_AN_ANSWER = 100;

/** Of that place or physician; where it is left out, all that the viewer sees. */
const ofPlace = z.object({
  place: z.object({ level: levelParam, id }).optional(),
});

/** How many unplanned transfers of the last days there are, and how far their reviews are (R350); null where the viewer sees none. */
export const countReviews = service({
  name: "review-counts",
  input: ofPlace,
  async run(ctx, { place }) {
    return (await askWork(ctx, place)).counted;
  },
});

/**
 * Unplanned transfers of the last days, oldest first, with their reviews (R346); null where the viewer sees none. `list`: those alone that are on
 * it; `mine` are reviews that the viewer has written to and that are not signed, and actions of theirs that are not done. `page`: 0, 1, …; `next`: the
 * page after it, null for the last.
 */
export const listReviews = service({
  name: "reviews",
  input: ofPlace.extend({
    list: z.enum(REVIEW_LISTS).optional(),
    page: z.number().int().min(0).max(1_000_000),
  }),
  async run(ctx, { place, list, page }) {
    const { deps } = ctx;
    const { counted, question } = await askWork(ctx, place);
    if (!counted) return null;
    const found = await listWork(deps.store.db, question, list, {
      limit: ROWS_OF_A_PAGE + 1,
      offset: page * ROWS_OF_A_PAGE,
    });
    const rows = found.slice(0, ROWS_OF_A_PAGE);
    if (rows.length > 0) {
      await recordAccess(deps, ctx, {
        action: "view_patients",
        residents: rows.map(({ patient_id }) => patient_id),
        details: {
          list: "reviews",
          group: list ?? null,
          level: place?.level ?? null,
          subject_id: place?.id ?? null,
          page: page + 1,
          rows: rows.length,
        },
      });
    }
    return {
      ...counted,
      rows: rows.map((row) => workRowOf(row, question)),
      next: found.length > rows.length ? page + 1 : null,
    };
  },
});

/**
 * A transfer with its review, begun or not. Null, or 403 for viewers with borders, where there is no transfer of that id that they see and no review
 * of one.
 */
export const findReview = service({
  name: "review",
  input: z.object({ id: residentId }),
  async run({ deps, ...ctx }, { id: transferId }) {
    requireResidentReader(ctx.viewer);
    const review = await readReview(deps, ctx.viewer, transferId);
    if (review) await recordView(deps, ctx, review);
    return review;
  },
});

/**
 * Keeps answers, or has the review reviewed, signed or amended (R339), and answers what it says then. `version` is the one that was opened. Answers that
 * others have changed since stay theirs; 409 where both have changed the same one, of all else than answers where the version is not the newest or the
 * state does not allow it, and of one amendment too many (R540). 400 with the field for what an answer may not be, or what is missing.
 */
export const changeReview = service({
  name: "review/change",
  input: wantedWrite.extend({ id: residentId }),
  async run({ deps, ...ctx }, { id: transferId, ...wanted }) {
    const { viewer } = ctx;
    requireResidentReader(viewer);
    const actor = actorOf(deps, ctx);
    const isWritten = await writeReview(
      deps.store,
      viewer,
      transferId,
      wanted,
      actor,
    );
    const review = await readReview(deps, viewer, transferId);
    // Who writes nothing is given the review all the same.
    if (review && !isWritten) await recordView(deps, ctx, review);
    return review;
  },
});

/** The causes that may be named; those of the product have no author. Account managers alone, as what follows. */
export const listReviewCauses = service({
  name: "review-causes",
  input: z.object({}),
  async run({ deps, viewer }) {
    requireAccountManager(viewer);
    const causes = await readCauses(deps.store.db);
    return causes.filter(({ isOffered }) => isOffered);
  },
});

/** Adds a cause; 400 for what none may be, and where it is there already. */
export const addReviewCause = service({
  name: "review-causes/add",
  input: z.object({ text: z.string().max(1_000) }),
  async run({ deps, ...ctx }, { text }) {
    requireAccountManager(ctx.viewer);
    await addCause(deps.store.db, text.trim(), actorOf(deps, ctx));
    return null;
  },
});

/** Takes a cause that somebody has added off the list; 404 where there is none. */
export const endReviewCause = service({
  name: "review-causes/end",
  input: z.object({ id: z.string().max(40) }),
  async run({ deps, ...ctx }, { id: causeId }) {
    requireAccountManager(ctx.viewer);
    await endCause(deps.store.db, causeId, actorOf(deps, ctx));
    return null;
  },
});

/** What the viewer may ask of a place, and the counts of it; null where there are no transfers. */
async function askWork(
  { deps, viewer, userId }: Pick<Ctx, "deps" | "viewer" | "userId">,
  place: Subject | undefined,
) {
  requireResidentReader(viewer);
  const { reviewDays } = deps;
  const { db } = deps.store;
  const now = deps.clock();
  const clocks = await readClocks(db, now);
  const question = {
    ...(await placeOf(deps, viewer, place)),
    viewer,
    userId,
    isnp: isIsnpOnly(viewer, undefined),
    clocks,
    reviewDays,
  };
  const counted = await countWork(db, question);
  if (counted.length === 0) return { question, counted: null };
  const today = clocks.todayAt(place?.level === "facility" ? place.id : null);
  const since = today - REVIEW_WINDOW_DAYS + 1;
  const waiting = counted.flatMap(({ oldest }) => oldest ?? []);
  const of = {
    counts: countsOf(counted),
    /** Day of the transfer that has waited longest for its review. */
    oldest: waiting.length === 0 ? null : isoDayOf(Math.min(...waiting)),
    places: placesOf(counted),
    reviewDays,
    since: isoDayOf(since),
  };
  return { question, counted: of };
}

/** The facilities, and the physician, that are asked for. Refuses places that are not the viewer's. */
async function placeOf(
  deps: ApiDeps,
  viewer: Viewer,
  place: Subject | undefined,
): Promise<Pick<WorkQuestion, "facilityIds" | "npi">> {
  const own = await accessibleFacilityIds(deps.store.db, viewer);
  if (!place) return { facilityIds: own };
  const { facilityIds, npi } = await requireScope(deps, viewer, place);
  return { facilityIds: within(own, facilityIds), npi };
}

function within(own: FacilityIds, asked: FacilityIds): FacilityIds {
  if (own === "all" || asked === "all") return own === "all" ? asked : own;
  return asked.filter((facility) => own.includes(facility));
}

/** All transfers, those that are reviewed or signed, and those on each list. */
function countsOf(counted: readonly WorkCounts[]) {
  const sum = (name: keyof WorkCounts) =>
    counted.reduce((total, one) => total + one[name], 0);
  return {
    transfers: sum("transfers"),
    reviewed: sum("reviewed") + sum("signed"),
    lists: Object.fromEntries(
      REVIEW_LISTS.map((list) => [list, sum(list)]),
    ) as Record<ReviewList, number>,
  };
}

/** Facilities with the most overdue reviews first. */
function placesOf(counted: Awaited<ReturnType<typeof countWork>>) {
  return counted
    .sort((one, other) => other.overdue - one.overdue)
    .slice(0, PLACES_OF_AN_ANSWER)
    .map(({ facility_id, facility_name, transfers, overdue, ...of }) => ({
      facility_id,
      facility_name,
      transfers,
      reviewed: of.reviewed + of.signed,
      overdue,
    }));
}

function recordView(
  deps: ApiDeps,
  ctx: Omit<Ctx, "deps">,
  { transfer_id, patient_id, facility_id }: Review,
): Promise<void> {
  const details = { transfer_id, patient_id, facility_id };
  return recordAccess(deps, ctx, {
    action: "view_review",
    residents: [patient_id],
    details,
  });
}
