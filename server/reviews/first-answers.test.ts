import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TestUser } from "~server/testing/open-test-api";
import { ReviewedCompany, TODAY, type Asker } from "./testing/reviewed-company";

const FACILITY: TestUser = { accessLevel: "facility", ids: [111] };

describe("a review of a transfer of which something is known", () => {
  const KNOWN = {
    reason: "Short of breath",
    diagnosis: "Pneumonia",
    returned_on: "2026-06-15",
  };
  let company: ReviewedCompany;
  let nurse: Asker;
  let other: Asker;
  beforeEach(async () => {
    company = await ReviewedCompany.open();
    nurse = await company.signIn({ ...FACILITY, username: "nurse" });
    other = await company.signIn({ ...FACILITY, username: "other" });
    await correct({ reason: " Short of breath ", diagnosis: "Pneumonia" });
  });
  afterEach(() => company.api.close());

  const correct = (facts: { reason?: string; diagnosis?: string }) =>
    company.db
      .updateTable("transfers")
      .set({ returned_on: TODAY, ...facts })
      .where("id", "=", 10)
      .execute();
  const answers = async (id = 10) => (await nurse.review(id)).answers;

  it("keeps that whichever step is saved first, and claims of nobody that they wrote it", async () => {
    expect(await answers()).toMatchObject(KNOWN);
    expect(await nurse.write(10, 0, { change: "Pale" })).toBe(200);
    expect(await answers()).toMatchObject({ ...KNOWN, change: "Pale" });
    const { history, first_answers } = await nurse.review(10);
    expect(history.map(({ version, changes }) => [version, changes])).toEqual([
      [1, { change: "Pale" }],
    ]);
    expect(first_answers).toMatchObject(KNOWN);
  });

  it("keeps its own when the data are corrected later, and when nothing was added", async () => {
    expect(await nurse.write(10, 0, { ...KNOWN, decided_by: "" })).toBe(200);
    await correct({ reason: "A fall", diagnosis: "Fracture" });
    expect(await answers()).toMatchObject(KNOWN);
    // Who still has the form that nobody had saved takes nothing back.
    expect(await other.write(10, 0, { ...KNOWN, tried: "Oxygen" })).toBe(200);
    expect(await answers()).toMatchObject({ ...KNOWN, tried: "Oxygen" });
  });

  it("leaves what the data say of the transfer as it is", async () => {
    await company.db
      .updateTable("transfers")
      .set({ minute_of_day: 845 })
      .where("id", "=", 10)
      .execute();
    await nurse.write(10, 0, { reason: "", diagnosis: "Flu" });
    expect(await nurse.review(10)).toMatchObject({
      minute_of_day: 845,
      diagnosis: "Pneumonia",
      returned_on: "2026-06-15",
    });
    expect(await nurse.review(50)).toMatchObject({
      minute_of_day: null,
      reason: null,
      returned_on: null,
    });
  });

  it("does not bring back what was cleared", async () => {
    expect(await nurse.write(10, 0, { ...KNOWN, reason: "" })).toBe(200);
    expect(await answers()).toMatchObject({ ...KNOWN, reason: "" });
    expect((await nurse.review(10)).history[0]?.changes).toEqual({
      reason: "",
    });
    await correct({ reason: "A fall" });
    expect(await other.write(10, 0, { ...KNOWN, tried: "Oxygen" })).toBe(200);
    expect(await answers()).toMatchObject({ reason: "", tried: "Oxygen" });
    expect(await nurse.write(10, 2, { change: "Pale" })).toBe(200);
    expect((await answers()).reason).toBe("");
  });

  it("merges the first answers of two who begin it, each in a step of their own", async () => {
    const both = await Promise.all([
      nurse.write(10, 0, { change: "Pale" }),
      other.write(10, 0, { diagnosis: "Flu", returned_on: "2026-06-15" }),
    ]);
    expect(both).toEqual([200, 200]);
    expect(await answers()).toMatchObject({
      ...KNOWN,
      diagnosis: "Flu",
      change: "Pale",
    });
  });

  it("is told apart from what two change in it from the start", async () => {
    expect(await nurse.write(10, 0, { reason: "", tried: "Oxygen" })).toBe(200);
    // Both have cleared it.
    expect(await other.write(10, 0, { reason: "", change: "Pale" })).toBe(200);
    expect(await other.write(10, 0, { reason: "A fall" })).toBe(409);
    expect(await other.write(10, 0, { diagnosis: "Flu" })).toBe(200);
    expect(await nurse.write(10, 0, { diagnosis: "Asthma" })).toBe(409);
    expect(await nurse.write(10, 0, { diagnosis: "Pneumonia" })).toBe(200);
    expect(await answers()).toMatchObject({ reason: "", diagnosis: "Flu" });
  });

  it("is not begun by being marked or signed", async () => {
    expect((await nurse.act(10, 0, "review")).status).toBe(400);
    expect((await nurse.act(10, 0, "sign")).status).toBe(409);
    expect(await nurse.review(10)).toMatchObject({
      version: 0,
      answers: KNOWN,
    });
    await nurse.write(10, 0, { avoidable: "no" });
    expect((await nurse.act(10, 1, "review")).status).toBe(200);
    expect(await answers()).toMatchObject(KNOWN);
  });

  it("begins empty where nothing is known", async () => {
    expect(await nurse.write(50, 0, { change: "Pale" })).toBe(200);
    expect(await other.write(50, 0, { reason: "Fever" })).toBe(200);
    expect(await answers(50)).toMatchObject({
      change: "Pale",
      reason: "Fever",
      diagnosis: "",
      returned_on: "",
    });
  });

  it("can be written though the data say more than an answer may", async () => {
    const reason = "Long ".repeat(600).trim();
    await correct({ reason });
    expect(await nurse.write(10, 0, { change: "Pale" })).toBe(200);
    expect(await nurse.write(10, 1, { reason: `${reason}.` })).toBe(400);
    await company.db
      .updateTable("transfers")
      .set({ diagnosis: "Word ".repeat(99), reason: null })
      .where("id", "=", 50)
      .execute();
    const { diagnosis = "" } = await answers(50);
    expect(await nurse.write(50, 0, { diagnosis: `${diagnosis}.` })).toBe(200);
  });
});
