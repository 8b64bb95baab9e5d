import { describe, expect, test } from "vitest";
import { ownerKeysOf, ownerKey } from "./review-rules";
import { answerText, answersOf, causesIn, mergeAnswers } from "./answers";
import { REVIEW_CAUSES } from "./causes.data";

describe("answers of two who write at once", () => {
  const opened = answersOf({ change: "Pale", reason: "Fever" });

  test("stay with who changed them", () => {
    const stored = { ...opened, reason: "Cough" };
    const given = { change: "Red", reason: "Fever" };
    expect(mergeAnswers(opened, given, stored)).toEqual({
      answers: { ...opened, change: "Red", reason: "Cough" },
      conflicts: [],
    });
  });

  test("meet where both have changed the same one to something else", () => {
    const stored = { ...opened, reason: "Cough" };
    const merged = mergeAnswers(
      opened,
      { reason: "Sepsis", change: "" },
      stored,
    );
    expect(merged.conflicts).toEqual(["reason"]);
    expect(merged.answers).toMatchObject({ reason: "Cough", change: "" });
    expect(mergeAnswers(opened, { reason: "Cough" }, stored).conflicts).toEqual(
      [],
    );
  });
});

test("answers are read in words", () => {
  const text = (
    name: "due_on" | "assessed" | "causes" | "tried",
    value: string,
  ) => answerText(name, value, REVIEW_CAUSES);
  expect(text("due_on", "2026-03-09")).toBe("03/09/2026");
  expect(text("assessed", "by_phone")).toBe("By phone or video");
  expect(text("causes", "fall gone")).toBe("A fall; gone");
  expect(text("tried", "Fluids")).toBe("Fluids");
  expect(text("causes", "")).toBe("");
});

test("an action is found by the name or username of its owner", () => {
  const keys = ownerKeysOf({
    username: "Areed",
    firstname: "Ada",
    lastname: "Reed",
  });
  for (const owner of ["areed", " ADA  reed ", "Reed, Ada"]) {
    expect(keys).toContain(ownerKey(owner));
  }
  expect(keys).not.toContain(ownerKey("Ada"));
  expect(keys).not.toContain(ownerKey(""));
});

test("there are twenty causes, each with an id and words of its own", () => {
  expect(REVIEW_CAUSES).toHaveLength(20);
  expect(new Set(REVIEW_CAUSES.map(({ id }) => id)).size).toBe(20);
  expect(new Set(REVIEW_CAUSES.map(({ text }) => text)).size).toBe(20);
});

test("a cause that is named twice is one", () => {
  expect(causesIn({ causes: "fall  infection fall" })).toEqual([
    "fall",
    "infection",
  ]);
});
