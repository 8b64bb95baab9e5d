import { expect, test } from "vitest";
import { phrasesOf } from "../../e2e/clients/orca/heard";

test("a line is how it is said, and its words", () => {
  expect(phrasesOf("say\tLogin push button.\nall\tWelcome\nend\t\n")).toEqual([
    { how: "say", words: "Login push button." },
    { how: "all", words: "Welcome" },
    { how: "end", words: "" },
  ]);
});

test("a line that is still written is not heard yet", () => {
  expect(phrasesOf("")).toEqual([]);
  expect(phrasesOf("all\tWel")).toEqual([]);
  expect(phrasesOf("say\tLogin\nall\tWel")).toEqual([
    { how: "say", words: "Login" },
  ]);
});

test("anything else is no voice", () => {
  expect(() => phrasesOf("Traceback\n")).toThrow("'Traceback'");
  expect(() => phrasesOf("sing\tla\n")).toThrow("'sing\tla'");
});
