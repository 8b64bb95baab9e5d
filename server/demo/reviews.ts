import type { Kysely } from "kysely";
import { epochDayOf, isoDayOf, type EpochDay } from "~/domain/calendar";
import { changedEntries } from "~/domain/changed-entries";
import { firstLast } from "~/domain/person-name";
import {
  answersOf,
  type ReviewAnswers,
} from "~/features/reviews/rules/answers";
import { MOST_CAUSES } from "~/features/reviews/rules/fields.data";
import {
  mayWriteReview,
  REVIEW_DAYS,
  REVIEW_WINDOW_DAYS,
  type ReviewAction,
  type ReviewState,
} from "~/features/reviews/rules/review-rules";
import { SATURDAY, weekdayOf } from "~/features/transfers/rules";
import {
  columnsOf,
  firstAnswers,
  firstVersion,
} from "~server/reviews/read-review";
import type { Schema } from "~server/store/schema";
import { writeObjects } from "~server/store/write-rows";
import type { StoredAccount } from "./accounts";
import type { DemoData, Trip } from "./generate";
import { fullName } from "./organisation";
import { seededRandom, type Random } from "./random";
import {
  ACTIONS,
  CAUSES_OF_ALL,
  COMPLAINTS,
  OTHER_ACTION,
  SAID_OF_OTHERS,
} from "./stories.data";

interface ReviewPlan {
  state: ReviewState;
  action?: "late" | "ahead" | "done" | "by_chance";
  owner?: string;
  /** Added after signing. */
  amendment?: string;
  /** In place of the invented ones. */
  answers?: Partial<ReviewAnswers>;
}

const BEGUN: ReviewPlan = { state: "open" };

/** Due transfers of demo-facility get these plans, newest first; null: not begun. */
const EACH_PLAN: readonly (ReviewPlan | null)[] = [
  null,
  BEGUN,
  { state: "reviewed", action: "ahead", owner: "Demo Company" },
  { state: "signed", action: "late", owner: "Demo Facility" },
  { state: "signed", action: "done", owner: "Demo Facility" },
  {
    state: "signed",
    amendment: "The laboratory called: the sample was a day old.",
  },
  { state: "reviewed" },
];

/** Three in four reviews are begun, most of these signed. */
function planByChance(age: number, random: Random, begun = 0.75) {
  if (!random.chance(begun)) return null;
  if (age < 3 || random.chance(0.2)) return BEGUN;
  const state = random.chance(0.3) ? "reviewed" : "signed";
  return { state, action: "by_chance" } satisfies ReviewPlan;
}

/** Reviews that are not due alternate; then each plan comes once, then chance. `ages` in days, newest first. */
function plansOfEachState(ages: readonly number[], random: Random) {
  const firstDue = ages.filter((age) => age <= REVIEW_DAYS).length;
  return ages.map((age, at) => {
    if (age <= REVIEW_DAYS) return at % 2 === 0 ? null : BEGUN;
    const plan = EACH_PLAN[at - firstDue];
    return plan === undefined ? planByChance(age, random, 0.9) : plan;
  });
}

/** The resident with a long story: all transfers have a review, and the latest is open and overdue. */
const storyPlan = (at: number, today: EpochDay): ReviewPlan =>
  at === 0
    ? {
        state: "open",
        answers: {
          action: "Go through all transfers of the resident with the family.",
          owner: "Demo Facility",
          due_on: isoDayOf(today + 14),
        },
      }
    : {
        state: "signed",
        ...(at === 1 && {
          amendment:
            "The daughter called: the resident had felt unwell two days before.",
        }),
      };

/** Reviews most of the latest transfers, in every state, and all of the long story. */
export async function storeDemoReviews(
  db: Kysely<Schema>,
  { today, facilities, trips, storyOf }: DemoData,
  accounts: readonly StoredAccount[],
  now: Date,
): Promise<void> {
  const unplanned = trips
    .filter(({ trip_planned }) => trip_planned === 0)
    .sort((a, b) => b.transferred_on - a.transferred_on || a.id - b.id);
  const [eachStateAt, slowLaboratoryAt] = accounts.find(
    ({ username }) => username === "demo-facilities",
  )!.accessLevelIds;
  const writers = writersAt(facilities, accounts);
  const write = (trip: Trip, plan: ReviewPlan, random: Random) => {
    const { facility_id } = trip.key;
    const nurses = writers.nursesOf(facility_id).map(({ author }) => author);
    const writing = {
      ...{ trip, plan, random, today },
      owners: [...nurses, "Unit manager", "Director of nursing"],
      hasSlowLaboratory: facility_id === slowLaboratoryAt,
    };
    const answers = { ...answersFor(writing), ...plan.answers };
    const pick = () => writers.pick(random, trip);
    return writtenReview(writing, answers, pick, now);
  };
  const written = facilities.flatMap(({ id }) => {
    const random = seededRandom(`reviews ${id}`);
    const there = unplanned.filter(
      ({ facility_id, patient_id, transferred_on: day }) =>
        facility_id === id &&
        patient_id !== storyOf &&
        day > today - REVIEW_WINDOW_DAYS,
    );
    const ages = there.map(({ transferred_on }) => today - transferred_on);
    const plans =
      id === eachStateAt
        ? plansOfEachState(ages, random)
        : ages.map((age) => planByChance(age, random));
    return there.flatMap((trip, at) => {
      const plan = plans[at];
      return plan ? [write(trip, plan, random)] : [];
    });
  });
  const random = seededRandom("reviews of a long story");
  unplanned
    .filter(({ patient_id }) => patient_id === storyOf)
    .forEach((trip, at) =>
      written.push(write(trip, storyPlan(at, today), random)),
    );
  await writeObjects(
    db,
    "reviews",
    written.map(({ review }) => review),
  );
  const stored = await db
    .selectFrom("reviews")
    .select(["id", "transfer_id"])
    .execute();
  const ids = new Map(stored.map((one) => [one.transfer_id, one.id]));
  const versions = written.flatMap(({ review, versions: all }) =>
    all.map((one) => ({ review_id: ids.get(review.transfer_id)!, ...one })),
  );
  await writeObjects(db, "review_versions", versions);
}

/** Accounts by their current names, and two nurses without one. */
function writersAt(
  facilities: DemoData["facilities"],
  accounts: readonly StoredAccount[],
) {
  const regions = new Map(facilities.map((one) => [one.id, one.region_id]));
  const withUser = accounts.flatMap(({ user, ...account }) => {
    if (!user) return [];
    const author = firstLast(user.firstname, user.lastname);
    return [{ ...account, writer: { user_id: user.id, author } }];
  });
  const nursesOf = (facilityId: number) => {
    const random = seededRandom(`nurses ${facilityId}`);
    const invented = [1, 2].map(() => ({
      ...{ user_id: 0, author: fullName(random) },
    }));
    const own = withUser.filter(
      ({ accessLevel, accessLevelIds }) =>
        accessLevel === "facility" && accessLevelIds.includes(facilityId),
    );
    return [...own.map(({ writer }) => writer), ...invented];
  };
  return {
    nursesOf,
    /** A nurse, the attending physician, or who sees the facility's ISNP. */
    pick(random: Random, { key: { facility_id, npi, isnp } }: Trip) {
      const region = regions.get(facility_id) ?? 0;
      const others = withUser.filter(
        (account) =>
          (account.accessLevel === "physician" ||
            (account.isnpOnly && account.accessLevelIds.includes(region))) &&
          mayWriteReview(account, { npi, isnp: isnp === 1 }),
      );
      return others.length > 0 && random.chance(0.35)
        ? random.pick(others).writer
        : random.pick(nursesOf(facility_id));
    },
  };
}

interface Writing {
  trip: Trip;
  plan: ReviewPlan;
  random: Random;
  today: EpochDay;
  owners: readonly string[];
  hasSlowLaboratory: boolean;
}

function writtenReview(
  { trip, plan, random, today }: Writing,
  answers: ReviewAnswers,
  pickWriter: () => { user_id: number; author: string },
  now: Date,
) {
  let last = 0;
  const versions = stepsOf(trip, answers, plan).map(
    ([action, day, changes, amendment = null], at) => {
      const writer = pickWriter();
      const moment =
        Math.min(day, today) * 86_400_000 +
        random.int(14 * 3_600, 22 * 3_600) * 1_000;
      last = Math.max(last, Math.min(moment, now.getTime()));
      return {
        ...{ version: at + 1, action, changes: JSON.stringify(changes) },
        ...{ amendment, ...writer },
        at: new Date(last).toISOString(),
      };
    },
  );
  const review = {
    ...{ ...trip.key, state: plan.state, version: versions.length },
    ...columnsOf(answers),
  };
  const begun = new Date(versions[0]!.at);
  const first = firstVersion(firstAnswers(trip), begun);
  return { review, versions: [first, ...versions] };
}

type Step = [ReviewAction, EpochDay, Partial<ReviewAnswers>, string?];

/** Changes after signing are amendments; nobody writes about a future return. */
function stepsOf(
  trip: Trip,
  answers: ReviewAnswers,
  { state, amendment }: ReviewPlan,
): Step[] {
  const day = Math.max(trip.transferred_on + 1, trip.returned_on ?? 0);
  const { done_on } = answers;
  const written = { ...answers, done_on: "" };
  const steps: Step[] = [
    ["save", day, changedEntries(firstAnswers(trip), written)],
  ];
  if (state !== "open") steps.push(["review", day + 1, {}]);
  if (state === "signed") steps.push(["sign", day + 2, {}]);
  if (amendment) steps.push(["amend", day + 3, {}, amendment]);
  if (done_on !== "") {
    const doneOn = Math.max(epochDayOf(done_on), day + 3);
    steps.push(["amend", doneOn, { done_on }, "The action is done."]);
  }
  return steps;
}

function isAtNight({ minute_of_day: at }: Trip): boolean {
  return at !== null && (at >= 19 * 60 || at < 7 * 60);
}

function isAtWeekend({ transferred_on }: Trip): boolean {
  return weekdayOf(transferred_on) >= SATURDAY;
}

function answersFor(writing: Writing): ReviewAnswers {
  const { trip, plan, random } = writing;
  const { transferred_on: day, reason, diagnosis, returned_on } = trip;
  const complaint = COMPLAINTS.find((one) =>
    reason === null
      ? one.found.some((found) => found.diagnosis === diagnosis)
      : one.reason === reason,
  );
  const [change, tried] = random.pick(complaint?.said ?? SAID_OF_OTHERS);
  const seen = {
    noticed_on: isoDayOf(day - random.int(0, 2)),
    noticed_by: random.pick(["Nurse aide", "Family", "Charge nurse"]),
    change,
    assessed: random.pick(["on_site", "by_phone", "by_phone", "both"]),
    tried,
    reason: reason ?? "",
    diagnosis: diagnosis ?? "",
    returned_on: returned_on === null ? "" : isoDayOf(returned_on),
  };
  if (plan.state === "open") return answersOf(seen);
  const found = COMPLAINTS.flatMap((one) => one.found).find(
    (one) => one.diagnosis === (diagnosis ?? complaint?.found[0]?.diagnosis),
  );
  const causes = causesOf(found?.causes ?? CAUSES_OF_ALL, writing);
  const isHard = isAtWeekend(trip) || isAtNight(trip);
  const isPlanned = plan.action !== undefined && plan.action !== "by_chance";
  const avoidable =
    isPlanned || random.chance(isHard ? 0.45 : 0.2)
      ? "yes"
      : random.pick(["no", "no", "no", "unsure"]);
  return answersOf({
    ...seen,
    directive: random.pick(["yes", "yes", "no", "unsure"]),
    decided_by: random.pick(["attending", "covering", "practitioner", "nurse"]),
    avoidable,
    causes: causes.join(" "),
    ...(avoidable === "yes" && plan.action && actionFor(causes, writing)),
  });
}

/** Causes fit the finding, with a pattern: weekends lack physicians, nights lose changes, and a laboratory is slow. */
function causesOf(
  [likeliest, ...others]: readonly string[],
  { trip, random, hasSlowLaboratory }: Writing,
): string[] {
  const isLikeliest = random.chance(0.6) || others.length === 0;
  const causes = [isLikeliest ? likeliest! : random.pick(others)];
  const name = (cause: string, isSo: boolean, share: number) => {
    if (random.chance(share) && isSo) causes.push(cause);
  };
  name("change_not_passed_on", isAtNight(trip), 0.6);
  name("no_physician_reached", isAtWeekend(trip), 0.5);
  name("tests_late", hasSlowLaboratory, 0.6);
  name("few_staff", isAtWeekend(trip), 0.2);
  name(random.pick(CAUSES_OF_ALL), true, 0.15);
  return [...new Set(causes)].slice(0, MOST_CAUSES);
}

/** The action follows from the last cause that has one. */
function actionFor(
  causes: readonly string[],
  { trip, plan, random, today, owners }: Writing,
): Partial<ReviewAnswers> {
  const { transferred_on: day } = trip;
  const texts = causes.flatMap((cause) => ACTIONS[cause] ?? []);
  const dueOn = {
    late: today - random.int(2, 7),
    ahead: today + random.int(10, 25),
    done: Math.min(day + random.int(10, 20), today),
    by_chance: day + random.int(14, 45),
  }[plan.action ?? "by_chance"];
  const isDone =
    plan.action === "done" ||
    (plan.action === "by_chance" &&
      plan.state === "signed" &&
      dueOn < today &&
      random.chance(0.8));
  const doneOn = Math.min(dueOn - random.int(0, 3), today);
  return {
    action: texts.at(-1) ?? OTHER_ACTION,
    owner: plan.owner ?? random.pick(owners),
    due_on: isoDayOf(dueOn),
    done_on: isDone ? isoDayOf(doneOn) : "",
  };
}
