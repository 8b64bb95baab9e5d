import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
} from "vitest";
import { trailOf } from "~server/audit/testing/trail-of";
import type { Level } from "~/domain/places/hierarchy";
import type { ReviewList } from "~/features/reviews/rules/review-rules";
import { REVIEW_CAUSES } from "~/features/reviews/rules/fields.data";
import { forgetResident } from "~server/forget/forget-resident";
import { ReviewedCompany, TODAY, type Asker } from "./testing/reviewed-company";
import {
  findReview,
  addReviewCause,
  countReviews,
  endReviewCause,
  listReviewCauses,
  listReviews,
} from "./service";
import { reviewsOfResident } from "../residents/service";
import type { TestUser } from "~server/testing/open-test-api";
import { USERS, type UserName } from "~server/testing/users-of-levels";
import { IDLE_NPI, ROAMING_NPI } from "~server/testing/seed-organization";

const FACILITY: TestUser = { accessLevel: "facility", ids: [111] };
const TRANSFERS = [10, 20, 30, 40, 50] as const;

describe("who may read and write reviews", () => {
  let company: ReviewedCompany;
  beforeAll(async () => {
    company = await ReviewedCompany.open();
  });
  afterAll(() => company.api.close());

  /** `w`: reads and writes; else the status. */
  it.each<[UserName, (string | number)[]]>([
    ["a facility", ["w", 403, 403, 403, "w"]],
    ["a facility, ISNP only", [403, 403, 403, 403, 403]],
    ["a region", ["w", 403, 403, "w", "w"]],
    ["another division", [403, "w", 403, 403, 403]],
    ["another division, ISNP only", [403, "w", 403, 403, 403]],
    ["the company", ["w", "w", "w", "w", "w"]],
    ["the company, ISNP only", [403, "w", 403, 403, 403]],
    ["an admin", ["w", "w", "w", "w", "w"]],
    ["an account manager", [403, 403, 403, 403, 403]],
    ["a physician", ["w", "w", 403, 403, 403]],
    ["another physician", [403, 403, 403, 403, 403]],
  ])("is told apart for %s", async (who, expected) => {
    const asker = await company.signIn(USERS[who]);
    const found = [];
    for (const id of TRANSFERS) {
      const { status, answer } = await asker.find(id);
      const { version = 0, may_write = null } = answer ?? {};
      const written = await asker.write(id, version, { change: `by ${who}` });
      expect(written === 200).toBe(may_write === true);
      if (status !== 200) expect(written).toBe(status);
      found.push(status === 200 && may_write ? "w" : status);
    }
    expect(found).toEqual(expected);
    const { answer } = await asker.ask(listReviews, { page: 0 });
    expect(new Set(answer?.rows.map((row) => row.transfer_id))).toEqual(
      new Set(TRANSFERS.filter((__, at) => typeof expected[at] === "string")),
    );
  });

  it("does not tell viewers with borders which transfers there are", async () => {
    const statusFor = async (user: TestUser) =>
      (await (await company.signIn(user)).find(999)).status;
    expect(await statusFor(FACILITY)).toBe(403);
    expect(await statusFor({ accessLevel: "company" })).toBe(204);
  });

  it("refuses places of others, and lists to account managers", async () => {
    const asker = await company.signIn(FACILITY);
    for (const place of [
      { level: "facility", id: 112 },
      { level: "region", id: 11 },
      { level: "company", id: 0 },
    ] as const) {
      const { status } = await asker.ask(countReviews, { place });
      expect([place, status]).toEqual([place, 403]);
    }
    const manager = await company.signIn({ accessLevel: "account_manager" });
    expect((await manager.ask(listReviews, { page: 0 })).status).toBe(403);
    expect((await manager.ask(countReviews, {})).status).toBe(403);
  });
});

describe("a review", () => {
  let company: ReviewedCompany;
  let nurse: Asker;
  beforeEach(async () => {
    company = await ReviewedCompany.open();
    nurse = await company.signIn({ ...FACILITY, username: "nurse" });
  });
  afterEach(() => company.api.close());

  it("takes a day that is today at its facility, and none that is still to come there", async () => {
    const { store, clock } = company.api.deps;
    const now = Date.parse("2026-06-16T03:30:00Z"); // 23:30 in New York
    company.api.advance(now - clock().getTime());
    const writer = await company.signIn({ accessLevel: "company" });
    const done = { action: "Teach", done_on: "2026-06-16" };
    const status = async (time_zone: string | null) => {
      await store.db.updateTable("facilities").set({ time_zone }).execute();
      return writer.write(10, 0, done);
    };
    expect(await status(null)).toBe(400);
    expect(await status("America/Halifax")).toBe(200);
  });

  it("is open until somebody marks it as reviewed, then signed, and is only amended from then on", async () => {
    expect(await nurse.review(10)).toMatchObject({
      state: "open",
      version: 0,
      is_overdue: false,
      review_by: "2026-06-19",
    });
    expect((await nurse.act(10, 0, "review")).status).toBe(400);
    expect(await nurse.write(10, 0, { avoidable: "yes", causes: "fall" })).toBe(
      200,
    );
    expect((await nurse.act(10, 1, "sign")).status).toBe(409);
    expect((await nurse.act(10, 1, "review")).status).toBe(200);
    expect((await nurse.act(10, 2, "sign")).status).toBe(200);
    expect(await nurse.write(10, 3, { avoidable: "no" })).toBe(409);
    const amended = await nurse.act(10, 3, "amend", {
      text: " The family called. ",
      done_on: "2026-06-14",
    });
    expect(amended.status).toBe(200);
    const review = await nurse.review(10);
    expect(review.state).toBe("signed");
    expect(review.answers).toMatchObject({
      avoidable: "yes",
      done_on: "2026-06-14",
    });
    expect(
      review.history.map(({ action, author, text }) => [action, author, text]),
    ).toEqual([
      ["save", "First Last", null],
      ["review", "First Last", null],
      ["sign", "First Last", null],
      ["amend", "First Last", "The family called."],
    ]);
    const trail = (await trailOf(company.api)).filter(({ action }) =>
      action.includes("review"),
    );
    expect(
      trail
        .filter(({ action }) => action === "write_review")
        .map(({ details }) => details.step),
    ).toEqual(["save", "review", "sign", "amend"]);
    expect(JSON.stringify(trail)).not.toContain("family");
  });

  it("is amended without words where its action is done, and only then", async () => {
    await nurse.write(10, 0, { avoidable: "no" });
    await nurse.act(10, 1, "review");
    await nurse.act(10, 2, "sign");
    const done = { done_on: "2026-06-14" };
    expect((await nurse.act(10, 3, "amend")).status).toBe(400);
    expect((await nurse.act(10, 3, "amend", done)).status).toBe(200);
    expect((await nurse.act(10, 4, "amend", done)).status).toBe(400);
    const { history, answers } = await nurse.review(10);
    expect(history.at(-1)).toMatchObject({ action: "amend", text: null });
    expect(answers.done_on).toBe("2026-06-14");
  });

  it("is amended 50 times at most, and only in the version that was opened", async () => {
    await nurse.write(10, 0, { avoidable: "no" });
    await nurse.act(10, 1, "review");
    await nurse.act(10, 2, "sign");
    const amend = (version: number) =>
      nurse.act(10, version, "amend", { text: `After version ${version}.` });
    expect((await amend(3)).status).toBe(200);
    for (const version of [2, 3, 5]) {
      const refused = await amend(version);
      expect(refused.status).toBe(409);
      expect(refused.refusal?.body.code).toBe("version_is_old");
    }
    for (let version = 4; version < 53; version += 1) {
      expect((await amend(version)).status).toBe(200);
    }
    const refused = await amend(53);
    expect(refused.status).toBe(409);
    expect(refused.refusal?.words).toBe(
      "This review cannot have more amendments.",
    );
    expect((await nurse.review(10)).version).toBe(53);
  });

  it("stays reviewed where its action is done", async () => {
    const action = { action: "Teach", owner: "Ann", due_on: "2026-07-01" };
    await nurse.write(10, 0, { avoidable: "no", ...action });
    await nurse.act(10, 1, "review");
    await nurse.write(10, 2, { done_on: "2026-06-15" });
    expect((await nurse.review(10)).state).toBe("reviewed");
    await nurse.write(10, 3, { done_on: "2026-06-15", owner: "Bob" });
    expect((await nurse.review(10)).state).toBe("open");
  });

  it("says in one step that its action was done today at its facility, until it is signed", async () => {
    const listed = async () =>
      (await nurse.list({ list: "actions" })).rows.map(
        ({ transfer_id: id, may_mark_done }) => [id, may_mark_done],
      );
    const mark = async (version: number) =>
      (await nurse.act(10, version, "save", { done_today: true })).status;
    await company.db
      .updateTable("facilities")
      .set({ time_zone: "Pacific/Kiritimati" })
      .execute();
    const action = { action: "Teach", due_on: "2026-07-01" };
    await nurse.write(10, 0, { avoidable: "no", owner: "Ann", ...action });
    expect(await listed()).toEqual([[10, true]]);
    expect(await mark(1)).toBe(200);
    expect((await nurse.review(10)).answers.done_on).toBe("2026-06-16");
    expect(await listed()).toEqual([]);
    await nurse.write(10, 2, { done_on: "2026-06-14" });
    expect(await mark(1)).toBe(409);
    await nurse.write(10, 3, { done_on: "" });
    await nurse.act(10, 4, "review");
    await nurse.act(10, 5, "sign");
    expect(await listed()).toEqual([[10, false]]);
    expect(await mark(6)).toBe(409);
  });

  it("is opened again by a change after it was reviewed, and has its first answers from the transfer", async () => {
    await company.db
      .updateTable("transfers")
      .set({ reason: "Short of breath", returned_on: TODAY })
      .where("id", "=", 10)
      .execute();
    expect((await nurse.review(10)).answers).toMatchObject({
      reason: "Short of breath",
      returned_on: "2026-06-15",
    });
    await nurse.write(10, 0, { avoidable: "no" });
    await nurse.act(10, 1, "review");
    expect(await nurse.write(10, 2, { avoidable: "unsure" })).toBe(200);
    expect((await nurse.review(10)).state).toBe("open");
  });

  it("takes no answer that may not be, and no cause that was ended before it was named", async () => {
    const refusal = async (answers: object) => {
      const { status, refusal } = await nurse.act(10, 0, "save", { answers });
      return [status, refusal?.body.field];
    };
    expect(await refusal({ returned_on: "2026-06-16" })).toEqual([
      400,
      "returned_on",
    ]);
    expect(await refusal({ causes: "gremlins" })).toEqual([400, "causes"]);
    expect(await refusal({ nothing: "x" })).toEqual([400, undefined]);
    expect((await nurse.review(10)).version).toBe(0);
  });

  it("loses nothing of two who write at once", async () => {
    const other = await company.signIn({ ...FACILITY, username: "other" });
    await nurse.write(10, 0, { change: "Pale" });
    // Both have opened version 1. They write different fields, and the one that neither touched stays.
    const both = await Promise.all([
      nurse.write(10, 1, { change: "Pale", tried: "Fluids" }),
      other.write(10, 1, { change: "Pale", reason: "Fever" }),
    ]);
    expect(both).toEqual([200, 200]);
    const merged = await nurse.review(10);
    expect(merged.answers).toMatchObject({
      change: "Pale",
      tried: "Fluids",
      reason: "Fever",
    });
    // The same field: the first one stands, the second is told and can look at what there is.
    const once = await Promise.all([
      nurse.write(10, 3, { reason: "Fever and cough" }),
      other.write(10, 3, { reason: "Sepsis" }),
    ]);
    expect([...once].sort()).toEqual([200, 409]);
    const { version, answers, history } = await nurse.review(10);
    expect(answers.reason).toBe(once[0] === 200 ? "Fever and cough" : "Sepsis");
    expect(history.at(-1)?.changes).toEqual({ reason: answers.reason });
    expect((await nurse.act(10, version - 1, "review")).status).toBe(409);
    // Nobody has opened a version that is not there yet.
    expect(await other.write(10, version + 1, { reason: "Sepsis" })).toBe(409);
    // Saved again knowingly, it takes the place of the other, which the history keeps.
    expect(await other.write(10, version, { reason: "Sepsis" })).toBe(200);
  });

  it("keeps what counts, and no words, of a resident who is forgotten", async () => {
    await company.db
      .updateTable("transfers")
      .set({ reason: "Canary", diagnosis: "Canary", returned_on: TODAY })
      .where("id", "=", 10)
      .execute();
    const said = { change: "Canary", pulse: "90", owner: "Canary" };
    await nurse.write(10, 0, { ...said, avoidable: "yes", causes: "fall" });
    const now = company.api.deps.clock();
    await forgetResident(company.db, 1, { isDryRun: false, now });
    const { answers, history } = await nurse.review(10);
    expect(answers).toMatchObject({
      ...{ avoidable: "yes", causes: "fall", returned_on: "2026-06-15" },
      pulse: "",
    });
    expect(history[0]?.changes).toEqual({ avoidable: "yes", causes: "fall" });
    const stored = JSON.stringify([
      await company.db.selectFrom("reviews").selectAll().execute(),
      await company.db.selectFrom("review_versions").selectAll().execute(),
    ]);
    expect(stored.toLowerCase()).not.toContain("canary");
  });

  it("takes no words from a form that was opened before the resident was forgotten", async () => {
    await nurse.write(10, 0, { change: "Canary" });
    const now = company.api.deps.clock();
    await forgetResident(company.db, 1, { isDryRun: false, now });
    expect(await nurse.write(10, 1, { change: "Canary", tried: "" })).toBe(409);
    const { answers, version } = await nurse.review(10);
    expect(answers.change).toBe("");
    expect(await nurse.write(10, version, { avoidable: "no" })).toBe(200);
  });

  it("is of whom it was written, where that was while they were merged into another", async () => {
    const give = (patient_id: number, recorded_patient_id: number | null) =>
      company.db
        .updateTable("transfers")
        .set({ patient_id, recorded_patient_id })
        .where("id", "=", 10)
        .execute();
    await give(4, 1);
    await nurse.write(10, 0, { change: "Canary" });
    await give(1, null);
    const now = company.api.deps.clock();
    await forgetResident(company.db, 4, { isDryRun: false, now });
    expect((await nurse.review(10)).answers.change).toBe("Canary");
    await forgetResident(company.db, 1, { isDryRun: false, now });
    expect((await nurse.review(10)).answers.change).toBe("");
  });

  it("is recorded as seen where a write changes nothing, because the answer has it", async () => {
    await nurse.write(10, 0, { change: "Pale" });
    expect(await nurse.write(10, 1, { change: "Pale" })).toBe(200);
    expect((await trailOf(company.api)).at(-1)).toMatchObject({
      action: "view_review",
      details: { transfer_id: 10 },
    });
  });
});

describe("a review that two begin", () => {
  it.each([
    ["on one row", 10],
    ["on two rows of the transfer", 60],
  ])("is one %s", async (_, second) => {
    const company = await ReviewedCompany.open();
    const nurse = await company.signIn(FACILITY);
    const other = await company.signIn({ ...FACILITY, username: "other" });
    await company.transfer(60, 3, { patient_id: 1, facility_id: 111 });
    const both = await Promise.all([
      nurse.write(10, 0, { change: "Pale" }),
      other.write(second, 0, { tried: "Fluids" }),
    ]);
    expect(both).toEqual([200, 200]);
    expect(
      await company.db.selectFrom("reviews").select("id").execute(),
    ).toHaveLength(1);
    expect((await nurse.review(10)).answers).toMatchObject({
      change: "Pale",
      tried: "Fluids",
    });
    await company.api.close();
  });
});

describe("a review whose transfer changes", () => {
  let company: ReviewedCompany;
  let nurse: Asker;
  beforeEach(async () => {
    company = await ReviewedCompany.open();
    nurse = await company.signIn(FACILITY);
    await company.transfer(-1, 2, { patient_id: 1, facility_id: 111 });
    await nurse.write(-1, 0, { change: "Pale" });
  });
  afterEach(() => company.api.close());

  const remove = (id: number) =>
    company.db.deleteFrom("transfers").where("id", "=", id).execute();

  it("belongs to the transfer of the resident, facility and day where its number is another", async () => {
    await remove(-1);
    await company.transfer(60, 2, { patient_id: 1, facility_id: 111 });
    expect((await nurse.review(60)).answers.change).toBe("Pale");
    // The old address leads there.
    expect((await nurse.review(-1)).transfer_id).toBe(60);
    expect(await nurse.write(60, 1, { tried: "Fluids" })).toBe(200);
    expect(
      await company.db.selectFrom("reviews").select("transfer_id").execute(),
    ).toEqual([{ transfer_id: 60 }]);
  });

  it("is closed under its old number to whose stay it no longer is", async () => {
    const seenBy = async (npi: number) =>
      (
        await (
          await company.signIn({ accessLevel: "physician", ids: [npi] })
        ).find(-1)
      ).status;
    await remove(-1);
    await company.transfer(60, 2, { patient_id: 1, facility_id: 111 });
    expect([await seenBy(ROAMING_NPI), await seenBy(IDLE_NPI)]).toEqual([
      200, 403,
    ]);
    await company.db
      .updateTable("stays")
      .set({ npi: IDLE_NPI })
      .where("id", "=", 1)
      .execute();
    expect(await seenBy(ROAMING_NPI)).toBe(403);
  });

  it("stays with its number where only the day is corrected", async () => {
    await company.db
      .updateTable("transfers")
      .set({ transferred_on: TODAY - 4 })
      .where("id", "=", -1)
      .execute();
    expect((await nurse.review(-1)).answers.change).toBe("Pale");
  });

  it("is carried along where the resident is merged into another, and back", async () => {
    await company.db
      .insertInto("merges")
      .values({
        from_id: 1,
        into_id: 4,
        merged_at: "2026-06-15T00:00:00.000Z",
      })
      .execute();
    const give = (patient_id: number, recorded_patient_id: number | null) =>
      company.db
        .updateTable("transfers")
        .set({ patient_id, recorded_patient_id })
        .where("id", "=", -1)
        .execute();
    await give(4, 1);
    expect((await nurse.review(-1)).version).toBe(1);
    await give(4, null);
    expect((await nurse.review(-1)).version).toBe(1);
    await company.db.deleteFrom("merges").execute();
    await give(1, null);
    expect((await nurse.review(-1)).version).toBe(1);
  });

  it("is still read by whoever saw the transfer when that is gone, and written no more", async () => {
    await remove(-1);
    const review = await nurse.review(-1);
    expect(review).toMatchObject({
      is_known: false,
      may_write: false,
      outcome: null,
    });
    expect(review.answers.change).toBe("Pale");
    expect(await nurse.write(-1, 1, { change: "Red" })).toBe(403);
    const viewer = {
      ...({ accessLevel: "facility", isnpOnly: false } as const),
      accessLevelIds: [111],
    };
    expect(await reviewsOfResident(company.db, viewer, 1, [])).toEqual([
      {
        transferId: -1,
        state: "open",
        facilityName: "Willow House",
        transferredOn: TODAY - 2,
        isKnown: false,
      },
    ]);
    const seenBy = async (user: TestUser) =>
      (await (await company.signIn(user)).find(-1)).status;
    expect(await seenBy({ accessLevel: "physician", ids: [ROAMING_NPI] })).toBe(
      200,
    );
    expect(await seenBy({ accessLevel: "physician", ids: [IDLE_NPI] })).toBe(
      403,
    );
    expect(await seenBy({ accessLevel: "facility", ids: [112] })).toBe(403);
    expect(await seenBy({ ...FACILITY, isnpOnly: true })).toBe(403);
  });
});

describe("the list of work", () => {
  let company: ReviewedCompany;
  let manager: Asker;
  beforeEach(async () => {
    company = await ReviewedCompany.open();
    manager = await company.signIn({
      accessLevel: "company",
      username: "boss",
    });
  });
  afterEach(() => company.api.close());

  const idsOn = async (list: ReviewList, asker = manager) =>
    (await asker.list({ list })).rows.map((row) => row.transfer_id);

  it("has what waits, longest first, and what is overdue from the eighth day on", async () => {
    await company.transfer(60, 1, {
      patient_id: 1,
      facility_id: 111,
      planned: 1,
    });
    await company.transfer(70, 89, { patient_id: 1, facility_id: 111 });
    await company.transfer(80, 90, { patient_id: 1, facility_id: 111 });
    expect(await idsOn("open")).toEqual([70, 50, 20, 30, 10, 40]);
    expect(await idsOn("overdue")).toEqual([70, 50, 20]);
    const { counts, places, since } = await manager.counts();
    expect(since).toBe("2026-03-18");
    expect([counts.transfers, counts.reviewed, counts.lists.overdue]).toEqual([
      6, 0, 3,
    ]);
    expect(places[0]).toEqual({
      facility_id: 111,
      facility_name: "Willow House",
      transfers: 3,
      reviewed: 0,
      overdue: 2,
    });
  });

  it("has what is overdue, and late actions, by the day of each facility", async () => {
    const { store, clock } = company.api.deps;
    const zones: [facilityId: number, id: number, zone: string | null][] = [
      [111, 60, "Pacific/Honolulu"],
      [112, 70, "America/Halifax"],
      [211, 80, null],
    ];
    const last = [60, 70, 80];
    for (const [facility_id, id, time_zone] of zones) {
      await store.db
        .updateTable("facilities")
        .set({ time_zone })
        .where("id", "=", facility_id)
        .execute();
      await company.transfer(id, 7, { patient_id: 1, facility_id });
      const due = { action: "Teach", due_on: "2026-06-15" };
      expect(await manager.write(id, 0, due)).toBe(200);
    }
    const overdueAt = async (instant: string) => {
      company.api.advance(Date.parse(instant) - clock().getTime());
      const asker = await company.signIn({ accessLevel: "company" });
      const { rows } = await asker.list({ list: "actions" });
      const opened = await Promise.all(last.map((id) => asker.review(id)));
      return [
        (await idsOn("overdue", asker)).filter((id) => last.includes(id)),
        rows.filter((row) => row.is_overdue).map((row) => row.transfer_id),
        rows.filter((row) => row.is_action_late).map((row) => row.transfer_id),
        last.filter((_, at) => opened[at]?.is_overdue),
      ];
    };
    // 23:30 and 02:00 in New York.
    expect(await overdueAt("2026-06-16T03:30:00Z")).toEqual(
      Array.from({ length: 4 }, () => [70]),
    );
    expect(await overdueAt("2026-06-16T06:00:00Z")).toEqual(
      Array.from({ length: 4 }, () => [70, 80]),
    );
    const asker = await company.signIn({ accessLevel: "company" });
    const sinceAt = async (id: number) =>
      (await asker.list({ place: { level: "facility", id } })).since;
    expect(await Promise.all([111, 112].map(sinceAt))).toEqual([
      "2026-03-18",
      "2026-03-19",
    ]);
  });

  it("has a transfer once that two rows tell of, with its one review", async () => {
    await company.transfer(60, 8, { patient_id: 2, facility_id: 211 });
    const place = { level: "facility", id: 211 } as const;
    const count = async () => (await manager.counts(place)).counts;
    expect((await count()).transfers).toBe(1);
    await manager.write(60, 0, { avoidable: "no" });
    expect(await manager.write(20, 1, { change: "Pale" })).toBe(200);
    expect((await manager.review(60)).answers.change).toBe("Pale");
    await manager.act(20, 2, "review");
    expect((await count()).reviewed).toBe(1);
    expect((await manager.list({ place })).rows).toHaveLength(1);
    await company.transfer(70, 8, {
      patient_id: 2,
      facility_id: 211,
      // Another trip of that day, as times of day have shown.
      trip_id: 70,
      trip_planned: 0,
    });
    expect((await manager.review(70)).version).toBe(0);
  });

  it("has of planned transfers only those whose review was begun before, as theirs and for its action", async () => {
    const place = { patient_id: 1, facility_id: 111 } as const;
    await company.transfer(60, 10, place);
    await company.transfer(70, 12, { ...place, planned: 1 });
    await manager.write(60, 0, {
      avoidable: "no",
      action: "Teach",
      owner: "Ann",
      due_on: "2026-07-01",
    });
    await company.api.deps.store.db
      .updateTable("transfers")
      .set({ planned: 1, trip_planned: 1 })
      .where("id", "=", 60)
      .execute();
    expect((await manager.ask(findReview, { id: 60 })).status).toBe(200);
    expect((await manager.ask(findReview, { id: 70 })).status).toBe(204);
    const { counts } = await manager.counts({ level: "facility", id: 111 });
    expect(counts).toMatchObject({ transfers: 2, reviewed: 0 });
    expect(counts.lists).toMatchObject({ open: 2, overdue: 1, actions: 1 });
    expect([await idsOn("mine"), await idsOn("actions")]).toEqual([[60], [60]]);
    expect(await idsOn("open")).toEqual([50, 20, 30, 10, 40]);
    await manager.act(60, 1, "review");
    const { counts: after } = await manager.counts();
    expect([after.reviewed, after.lists.reviewed]).toEqual([0, 0]);
  });

  it("has what is of one place, and of a physician", async () => {
    const idsOf = async (level: Level, id: number) =>
      (await manager.list({ place: { level, id } })).rows.map(
        (row) => row.transfer_id,
      );
    expect(await idsOf("region", 11)).toEqual([50, 10, 40]);
    expect(await idsOf("physician", ROAMING_NPI)).toEqual([20, 10]);
    const place = { level: "physician", id: IDLE_NPI } as const;
    const nobody = await manager.ask(listReviews, { place, page: 0 });
    expect(nobody.status).toBe(204);
  });

  it("has what somebody has written to, and the actions that are theirs until they are done", async () => {
    const nurse = await company.signIn({ ...FACILITY, username: "nurse" });
    await company.transfer(80, 200, { patient_id: 1, facility_id: 111 });
    const action = {
      avoidable: "no",
      action: "Teach",
      owner: " BOSS ",
      due_on: "2026-07-01",
    };
    await nurse.write(80, 0, action);
    await manager.write(10, 0, { change: "Pale" });
    expect(await idsOn("mine")).toEqual([80, 10]);
    expect(await idsOn("mine", nurse)).toEqual([80]);
    expect(await idsOn("actions")).toEqual([80]);
    const [row] = (await manager.list({ list: "actions" })).rows;
    expect(row).toMatchObject({
      action: "Teach",
      owner: "BOSS",
      due_on: "2026-07-01",
      done_on: null,
    });
    await nurse.write(80, 1, { action: "Teach all shifts. ".repeat(99) });
    const [long] = (await manager.list({ list: "actions" })).rows;
    expect(long?.action).toMatch(/^Teach all .{170,190}…$/);
    await nurse.write(80, 2, { done_on: "2026-06-15" });
    expect(await idsOn("actions")).toEqual([]);
    expect(await idsOn("mine")).toEqual([10]);
    await nurse.act(80, 3, "review");
    await nurse.act(80, 4, "sign");
    expect(await idsOn("mine", nurse)).toEqual([]);
  });

  it("goes on from page to page", async () => {
    for (let id = 100; id < 150; id += 1) {
      await company.transfer(id, id - 99, { patient_id: 4, facility_id: 112 });
    }
    const first = await manager.list();
    expect([first.rows.length, first.next]).toEqual([50, 1]);
    const second = await manager.list({ page: 1 });
    expect([second.rows.length, second.next]).toEqual([5, null]);
  });
});

describe("the causes of the list", () => {
  it("are added and ended by account managers, and stay where reviews name them", async () => {
    const company = await ReviewedCompany.open("sqlite");
    const manager = await company.signIn({ accessLevel: "account_manager" });
    const nurse = await company.signIn(FACILITY);
    const add = async (text: string, asker = manager) =>
      (await asker.ask(addReviewCause, { text })).status;
    expect(await add("No transport", nurse)).toBe(403);
    expect(await add(" No transport ")).toBe(204);
    expect(await add("no TRANSPORT")).toBe(400);
    const listed = async () =>
      (await manager.ask(listReviewCauses, {})).answer ?? [];
    expect((await nurse.ask(listReviewCauses, {})).status).toBe(403);
    expect((await nurse.ask(endReviewCause, { id: "added-1" })).status).toBe(
      403,
    );
    expect((await listed()).slice(REVIEW_CAUSES.length)).toMatchObject([
      { id: "added-1", text: "No transport", author: "user-1" },
    ]);
    expect(await nurse.write(10, 0, { causes: "added-1" })).toBe(200);
    const end = async (id: string) =>
      (await manager.ask(endReviewCause, { id })).status;
    expect([
      await end("added-1"),
      await end("added-1"),
      await end("fall"),
    ]).toEqual([204, 404, 404]);
    expect(await listed()).toHaveLength(REVIEW_CAUSES.length);
    const offered = async (id: number) =>
      (await nurse.review(id)).causes.some((one) => one.id === "added-1");
    expect([await offered(10), await offered(50)]).toEqual([true, false]);
    expect(await nurse.write(10, 1, { causes: "added-1 fall" })).toBe(200);
    expect(await nurse.write(50, 0, { causes: "added-1" })).toBe(400);
    // An id that begins with that of the ended one is another one.
    for (let number = 2; number <= 10; number += 1) {
      expect(await add(`Reason ${number}`)).toBe(204);
    }
    expect(await nurse.write(50, 0, { causes: "added-10" })).toBe(200);
    expect(await nurse.write(50, 1, { causes: "added-10 added-1" })).toBe(400);
    // The history has words for what the review named before.
    expect(await nurse.write(10, 2, { causes: "fall" })).toBe(200);
    expect(
      (await nurse.review(10)).causes.filter((one) => one.is_ended),
    ).toEqual([{ id: "added-1", text: "No transport", is_ended: true }]);
    await company.api.close();
  });
});
