import { beforeAll, describe, expect, test, vi } from "vitest";
import { epochDayOf, isoDayOf } from "~/domain/calendar";
import type { Viewer } from "~/domain/access/viewer";
import { answersOf, causesIn } from "~/features/reviews/rules/answers";
import { REVIEW_CAUSES } from "~/features/reviews/rules/fields.data";
import {
  answerProblems,
  missingAnswers,
} from "~/features/reviews/rules/problems";
import {
  mayWriteReview,
  REVIEW_DAYS,
  stateAfter,
  type ReviewState,
} from "~/features/reviews/rules/review-rules";
import { SATURDAY, weekdayOf } from "~/features/transfers/rules";
import { QUALITY_MEASURES } from "~/features/profile/rules/quality/quality-score";
import { isPasswordOf } from "~server/auth/password";
import { NO_PROGRESS } from "~server/command-line/progress";
import { importRows, SMALL_CENSUS } from "~server/imports/testing/census-files";
import { firstGraphDay } from "~server/measures/graph-months";
import { readGraphs } from "~server/measures/graphs";
import {
  readComparison,
  readMetrics,
  readQuality,
} from "~server/measures/metrics";
import { openFigures } from "~server/measures/stay-figures";
import { readNoticeRows } from "~server/transfer-notices/service";
import { readAnswers } from "~server/reviews/read-review";
import { countWork } from "~server/reviews/work-list";
import { readClocks } from "~server/store/facility-clocks";
import type { Store } from "~server/store/open-store";
import { IS_SECOND_RUN, openTestStore } from "~server/testing/open-test-store";
import { textOfPdf } from "~server/testing/pdf-text";
import { claimNext } from "~server/jobs/report-queue";
import { DEMO_PASSWORD } from "~/features/users/rules/password-rules";
import { DEMO_USERNAMES } from "./accounts";
import { CAUSES_OF_ALL, COMPLAINTS, SAID_OF_OTHERS } from "./stories.data";
import { demoLeft, DEMO_LASTS_DAYS, ensureDemo } from "./ensure-demo";
import { openedForAll } from "~server/testing/opened";

// Limits against hanging: the whole demo takes 25 s on PostgreSQL, and more than a minute beside other work.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const NOW = new Date("2026-06-30T16:00:00Z");
const TODAY = epochDayOf("2026-06-30");
const MS_PER_DAY = 86_400_000;
const daysLater = (days: number) => new Date(NOW.getTime() + days * MS_PER_DAY);

/** Causes that come from the time and place of a transfer. */
const OF_PATTERN = [
  ...["change_not_passed_on", "no_physician_reached"],
  ...["few_staff", "tests_late"],
];

const SCORES = [15, 30, 45, 60, 75, 90, 105, 120, 135, 150];

const made = { wanted: true, progress: NO_PROGRESS, siteName: "Sojourn" };

function requestsIn({ db }: Store) {
  return db.selectFrom("qies_reports").selectAll().orderBy("id").execute();
}

function filesIn({ db }: Store) {
  return db.selectFrom("qies_report_files").selectAll().execute();
}

/** Of all that `contentOf` reads, which takes a second for the demo, what is asked here. */
async function accountsOf({ db }: Store) {
  return {
    users: await db
      .selectFrom("users")
      .selectAll()
      .orderBy("username_key")
      .execute(),
    state: await db
      .selectFrom("data_state")
      .select(["id", "version", "narrow_versions", "origin", "imported_at"])
      .execute(),
  };
}

function figuresOf({ db }: Store, facilityId: number) {
  return openFigures(db, { facilityIds: [facilityId], isnp: false });
}

async function reportsOf({ db }: Store) {
  return {
    reports: await db.selectFrom("reports").selectAll().orderBy("id").execute(),
    roles: await db
      .selectFrom("report_roles")
      .selectAll()
      .orderBy("report")
      .orderBy("role")
      .execute(),
  };
}

describe("the demo data", () => {
  const store = openedForAll(() => openTestStore());
  beforeAll(async () => {
    expect(await ensureDemo({ store, now: NOW, ...made })).toBe("made");
  });

  test("come with the accounts, whose password is the public one, and with what is written of places", async () => {
    const { users, state } = await accountsOf(store);
    expect(users.map(({ username }) => username).sort()).toEqual(
      [...DEMO_USERNAMES].sort(),
    );
    const hash = users[0]?.password_hash ?? "";
    expect(await isPasswordOf(hash, DEMO_PASSWORD)).toBe(true);
    const imported_at = NOW.toISOString();
    expect(state).toMatchObject([{ version: 1, origin: "demo", imported_at }]);
    for (const table of ["chart_notes", "targets", "cms_scores"] as const) {
      expect(
        await store.db.selectFrom(table).selectAll().execute(),
      ).not.toEqual([]);
    }
  });

  test("begin within the last year at two facilities, so that the others are compared with the year before", async () => {
    const question = {
      ...{ facilityIds: "all" as const, isnp: false },
      ...{ from: TODAY - 365, to: TODAY },
    };
    const figures = await openFigures(store.db, question);
    const found = await readComparison(store.db, question, figures);
    // One has not opened yet, and has no stays.
    expect(found?.comparison).toMatchObject({
      facilities: 39,
      compared: 37,
      data_from: isoDayOf(TODAY - 240),
    });
  });

  test("have a few notices due at demo-facility, among many that are whole", async () => {
    const clocks = await readClocks(store.db, NOW);
    const viewer = {
      ...({ accessLevel: "facility", accessLevelIds: [101] } as const),
      isnpOnly: false,
    };
    const of = { viewer, facilityId: 101, today: clocks.todayAt(101) };
    const due = await readNoticeRows(store.db, of, null);
    const month = isoDayOf(TODAY - 31).slice(0, 7);
    const all = await readNoticeRows(store.db, of, month);
    expect(due.length).toBeGreaterThan(0);
    // Due are those of three months.
    expect(due.length).toBeLessThan((3 * all.length) / 4);
  });

  test("have reviews that were written by who might, so that little is anybody's own", async () => {
    const { users } = await accountsOf(store);
    const facilities = await store.db
      .selectFrom("facilities")
      .select(["id", "region_id"])
      .execute();
    const viewerOf = (user: (typeof users)[number]) => ({
      accessLevel: user.access_level as Viewer["accessLevel"],
      accessLevelIds: user.access_level_id.split(" ").map(Number),
      isnpOnly: user.isnp_only === 1,
    });
    const versions = await store.db
      .selectFrom("review_versions")
      .innerJoin("reviews", "reviews.id", "review_versions.review_id")
      .where("review_versions.version", ">", 0)
      .select(["user_id", "author", "at", "npi", "isnp", "facility_id"])
      .execute();
    const writers = new Set<string>();
    for (const { user_id, author, at, npi, isnp, facility_id } of versions) {
      expect(author).not.toBe("");
      expect(at <= NOW.toISOString()).toBe(true);
      const user = users.find(({ id }) => id === user_id);
      if (!user) continue;
      writers.add(user.username);
      const viewer = viewerOf(user);
      expect(mayWriteReview(viewer, { npi, isnp: isnp === 1 })).toBe(true);
      const region = facilities.find(({ id }) => id === facility_id)?.region_id;
      const places = { facility: facility_id, region, physician: npi };
      expect(viewer.accessLevelIds).toContain(
        places[viewer.accessLevel as keyof typeof places],
      );
    }
    expect([...writers].sort()).toEqual([
      "demo-facilities",
      "demo-facility",
      "demo-isnp",
      "demo-physician",
      "demo-physicians",
    ]);
    const mineOf = async (username: string) => {
      const user = users.find((one) => one.username === username)!;
      const viewer = viewerOf(user);
      const counts = await countWork(store.db, {
        ...{ viewer, userId: user.id, isnp: viewer.isnpOnly },
        facilityIds: facilities.map(({ id }) => id),
        clocks: await readClocks(store.db, NOW),
        reviewDays: REVIEW_DAYS,
      });
      return counts.reduce((sum, { mine }) => sum + mine, 0);
    };
    expect(await mineOf("demo-company")).toBe(1);
    for (const username of ["demo-facility", "demo-facilities"]) {
      const mine = await mineOf(username);
      expect(mine).toBeGreaterThan(1);
      expect(mine).toBeLessThan(20);
    }
  });

  test("have reviews that somebody could have written: whole, in allowed steps, fit to what was found", async () => {
    const rows = await store.db
      .selectFrom("reviews")
      .innerJoin("transfers", "transfers.id", "reviews.transfer_id")
      .selectAll("reviews")
      .select(["reason", "diagnosis", "minute_of_day"])
      .execute();
    const versions = await store.db
      .selectFrom("review_versions")
      .selectAll()
      .orderBy("version")
      .execute();
    const { users } = await accountsOf(store);
    const [, slowLaboratoryAt] = users
      .filter(({ username }) => username === "demo-facilities")
      .flatMap((user) => user.access_level_id.split(" ").map(Number));
    const known = new Set<string>(REVIEW_CAUSES.map(({ id }) => id));
    const told = new Map<string, { named: number; all: number }>();
    const kinds = new Set<string>();
    for (const row of rows) {
      const answers = answersOf(readAnswers(row.answers));
      const days = { transferredOn: isoDayOf(row.transferred_on) };
      const today = isoDayOf(TODAY);
      expect(answerProblems(answers, { ...days, today }, known)).toEqual([]);
      const [first, ...later] = versions.filter(
        (one) => one.review_id === row.id,
      );
      expect(first).toMatchObject({ version: 0, author: "", user_id: 0 });
      expect(later.map(({ version }) => version)).toEqual(
        later.map((_, at) => at + 1),
      );
      const times = later.map(({ at }) => at);
      expect([...times].sort()).toEqual(times);
      const changes = [first!, ...later].map((one) => readAnswers(one.changes));
      expect(answersOf(Object.assign({}, ...changes))).toEqual(answers);
      const state = later.reduce<ReviewState | null>(
        (before, { action }) => before && stateAfter(before, action),
        "open",
      );
      expect(state).toBe(row.state);
      if (row.facility_id === 101) {
        const isLate = answers.due_on < today ? "late" : "ahead";
        const action = answers.done_on !== "" ? "done" : isLate;
        kinds.add(`${row.state} ${answers.action === "" ? "none" : action}`);
      }
      const complaints = COMPLAINTS.filter(({ reason, found }) =>
        row.reason === null
          ? found.some((one) => one.diagnosis === row.diagnosis)
          : reason === row.reason,
      );
      const said = complaints.flatMap((one) => one.said);
      expect(said.length > 0 ? said : SAID_OF_OTHERS).toContainEqual([
        answers.change,
        answers.tried,
      ]);
      if (row.state === "open") continue;
      expect(missingAnswers(answers)).toEqual([]);
      const causes = causesIn(answers);
      const fitting = complaints
        .flatMap(({ found }) => found)
        .filter(({ diagnosis }) => [null, diagnosis].includes(row.diagnosis))
        .flatMap((one) => one.causes);
      expect([...fitting, ...CAUSES_OF_ALL, ...OF_PATTERN]).toEqual(
        expect.arrayContaining(causes),
      );
      const { minute_of_day: at } = row;
      const isNight = at !== null && (at < 7 * 60 || at >= 19 * 60);
      for (const [cause, isSo] of [
        ["change_not_passed_on", isNight],
        ["no_physician_reached", weekdayOf(row.transferred_on) >= SATURDAY],
        ["tests_late", row.facility_id === slowLaboratoryAt],
      ] as const) {
        const counts = told.get(`${cause} ${isSo}`) ?? { named: 0, all: 0 };
        counts.all += 1;
        counts.named += causes.includes(cause) ? 1 : 0;
        told.set(`${cause} ${isSo}`, counts);
      }
    }
    const shareOf = (pattern: string) => {
      const { named = 0, all = 0 } = told.get(pattern) ?? {};
      return named / all;
    };
    for (const cause of ["change_not_passed_on", "no_physician_reached"]) {
      expect(shareOf(`${cause} true`)).toBeGreaterThan(0.35);
      expect(shareOf(`${cause} false`)).toBe(0);
    }
    expect(shareOf("tests_late true")).toBeGreaterThan(0.35);
    expect(shareOf("tests_late false")).toBeLessThan(0.1);
    expect([...kinds]).toEqual(
      expect.arrayContaining([
        ...["open none", "reviewed ahead", "signed late", "signed done"],
        "signed none",
      ]),
    );
  });

  test("have every score from 15 to 150 in each measure, unknown ones and an empty panel", async () => {
    const facilities = await store.db
      .selectFrom("facilities")
      .select("id")
      .execute();
    const seen = new Map(
      QUALITY_MEASURES.map(({ tag }) => [tag, new Set<number | null>()]),
    );
    let empty = 0;
    for (const { id } of facilities) {
      const quality = await readQuality(
        await figuresOf(store, id),
        "2026-06-30",
      );
      if (!quality) empty += 1;
      for (const [tag, scores] of seen) {
        if (quality) scores.add(quality[tag].score);
      }
    }
    expect(empty).toBe(1);
    for (const { tag } of QUALITY_MEASURES) {
      const scores = [...(seen.get(tag) ?? [])];
      expect(scores).toEqual(expect.arrayContaining(SCORES));
      const isLongStay = tag === "h_1000" || tag === "ed_1000";
      expect([tag, scores.includes(null)]).toEqual([tag, isLongStay]);
    }
  });

  test("have months outside of the control limits where an outbreak was, and an empty graph", async () => {
    const endDate = "2026-06-30";
    const graphsOf = async (id: number) =>
      readGraphs(
        await figuresOf(store, id),
        { from: epochDayOf(firstGraphDay(endDate)), to: TODAY },
        endDate,
      );
    const outbreak = await graphsOf(103);
    const points = (outbreak?.months ?? []).map((_, index) => ({
      events: outbreak?.long_stays.inpatient_events.mom[index] ?? 0,
      days: outbreak?.long_stays.period_doc.mom[index] ?? 0,
    }));
    expect(points).toHaveLength(18);
    const sum = (key: "events" | "days") =>
      points.reduce((total, point) => total + point[key], 0);
    const centre = sum("events") / sum("days");
    const violations = points.filter(
      ({ events, days }) =>
        events / days > centre + 3 * Math.sqrt(centre / days),
    );
    expect(violations.length).toBeGreaterThan(0);
    expect(await graphsOf(138)).toBeNull();
  });

  test("have CMS reports in every status for the facility and the ISNP account, the finished ones with a file", async () => {
    const requests = await requestsIn(store);
    const [facility] = (await accountsOf(store)).users
      .filter(({ username }) => username === "demo-facility")
      .map((user) => Number(user.access_level_id));
    for (const isnp of [0, 1]) {
      const statuses = requests
        .filter((one) => one.facility_id === facility && one.isnp === isnp)
        .map(({ status }) => status);
      expect([...new Set(statuses)].sort()).toEqual([
        "automatic",
        "completed",
        "error",
        "pending",
        "requested",
      ]);
    }
    const files = await filesIn(store);
    for (const { id, status, file_bytes } of requests) {
      const isFinished = ["automatic", "completed"].includes(status);
      expect(file_bytes !== null).toBe(isFinished);
      const file = files.find(({ report_id }) => report_id === id);
      expect(file?.content.length ?? null).toBe(file_bytes);
      if (!file) continue;
      expect(textOfPdf(file.content)).toContain(
        "Made by Sojourn from its own census.",
      );
    }
    // What waits is still there to be seen when the demo is replaced.
    const late = daysLater(DEMO_LASTS_DAYS);
    expect(await claimNext(store.db, late)).toBeNull();
  });

  test("stay as they are at the next starts, and are made again when they are some days old", async () => {
    const soon = daysLater(DEMO_LASTS_DAYS - 1);
    expect(await ensureDemo({ store, now: soon, ...made })).toBe("present");
    await store.db
      .deleteFrom("users")
      .where("username", "=", "demo-isnp")
      .execute();
    await store.db
      .deleteFrom("report_roles")
      .where("role", "=", "facility")
      .execute();
    const before = await reportsOf(store);
    const oldFiles = (await filesIn(store)).map(({ report_id }) => report_id);
    const users = (await accountsOf(store)).users;

    const late = daysLater(DEMO_LASTS_DAYS);
    expect(await ensureDemo({ store, now: late, ...made })).toBe("made");
    const content = await accountsOf(store);
    expect(content.users).toEqual(users);
    expect(await reportsOf(store)).toEqual(before);
    const files = (await filesIn(store)).map(({ report_id }) => report_id);
    expect(files).toHaveLength(oldFiles.length);
    expect(files.filter((id) => oldFiles.includes(id))).toEqual([]);
    expect(content.state[0]).toMatchObject({ version: 2, origin: "demo" });
    const day = TODAY + DEMO_LASTS_DAYS;
    const all = { facilityIds: "all", isnp: false } as const;
    expect(
      await readMetrics(store.db, { ...all, from: day, to: day }),
    ).not.toBeNull();
  });

  test("go away with an import of real ones, and so do their reports", async () => {
    expect(await demoLeft(store)).toBe("demo");
    // The demo has a facility of that number too.
    await importRows(store, {
      ...SMALL_CENSUS,
      "facilities.csv": [
        ...(SMALL_CENSUS["facilities.csv"] ?? []),
        "101,Sorrel,10,,,,,",
      ],
    });
    const left = await reportsOf(store);
    expect(await requestsIn(store)).toEqual([]);
    expect(await demoLeft(store)).toBe("nothing");
    expect(left.reports.map(({ type }) => type)).toEqual(
      Array(3).fill("other"),
    );
  });
});

describe.skipIf(IS_SECOND_RUN)("demo data", () => {
  test("are not made when they are not wanted, nor where there are accounts or imported data", async () => {
    const store = await openTestStore();
    const now = NOW;
    expect(await ensureDemo({ store, now, ...made, wanted: false })).toBe(
      "not-wanted",
    );
    expect(await demoLeft(store)).toBe("nothing");

    await importRows(store, {
      ...SMALL_CENSUS,
      "users.csv": ["boss,B,B,secret-boss,account_manager,0,false"],
    });
    expect(await ensureDemo({ store, now, ...made })).toBe("not-wanted");
    expect(await demoLeft(store)).toBe("data");
    await store.db.updateTable("data_state").set({ origin: "empty" }).execute();
    expect(await ensureDemo({ store, now, ...made })).toBe("not-wanted");
    expect((await accountsOf(store)).users).toHaveLength(1);
    await store.close();
  });
});
