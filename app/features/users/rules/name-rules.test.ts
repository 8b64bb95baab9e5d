import { describe, expect, test } from "vitest";
import { cleanName, LONGEST_NAME, nameProblem } from "./name-rules";
import { userWords } from "./words";

const FIELDS = ["username", "firstname", "lastname"] as const;

describe("usernames and names", () => {
  test("are kept without the blanks around them", () => {
    expect(cleanName(" Ada  Reed\u3000")).toBe("Ada  Reed");
  });

  test("are missed in the words of their field", () => {
    for (const field of FIELDS) {
      for (const text of ["", "  ", "\t\n", "\u00a0"]) {
        expect(nameProblem(field, text)).toBe(userWords.missing[field]);
      }
    }
  });

  test("may have 200 characters and no more", () => {
    for (const field of FIELDS) {
      expect(nameProblem(field, "x".repeat(LONGEST_NAME))).toBeNull();
      expect(nameProblem(field, ` ${"x".repeat(LONGEST_NAME)} `)).toBeNull();
      expect(nameProblem(field, "x".repeat(LONGEST_NAME + 1))).toBe(
        userWords.nameTooLong,
      );
    }
  });

  test("may be in any script, with marks and signs", () => {
    for (const name of [
      "O'Brien-Łuk",
      "José",
      "李小龍",
      "=1+1",
      "a@b.example",
    ]) {
      for (const field of FIELDS) expect(nameProblem(field, name)).toBeNull();
    }
  });

  test("hold nothing that may not be in a name", () => {
    for (const field of FIELDS) {
      expect(nameProblem(field, "a\u202eb")).toBe(userWords.nameCharacters);
    }
  });

  test("mix scripts in names alone: a username that does may look like another", () => {
    expect(nameProblem("lastname", "O’Brien Жанна")).toBeNull();
    expect(nameProblem("username", "аda")).toBe(userWords.usernameScripts);
  });

  test("have joiners in names alone: two usernames may not look alike", () => {
    for (const joiner of ["\u200c", "\u200d"]) {
      expect(nameProblem("firstname", `a${joiner}b`)).toBeNull();
      expect(nameProblem("username", `a${joiner}b`)).toBe(
        userWords.nameCharacters,
      );
    }
  });

  test("are no usernames with what is not seen at all", () => {
    for (const unseen of [
      "\u200b",
      "\u00ad",
      "\u034f",
      "\u115f",
      "\u3164",
      "\ufe0f",
      "\u2800",
    ]) {
      expect(nameProblem("username", `ada${unseen}`)).toBe(
        userWords.nameCharacters,
      );
    }
  });
});
