import { describe, expect, test } from "vitest";
import { isFitName, isOfOneScript, withoutUnfit } from "./name-characters";

describe("names", () => {
  test.each([
    "O'Brien-Łuk",
    "Nguyễn Thị",
    "李小龍",
    "葛\u{e0100}城",
    "مهدی\u200cزاده",
    "क\u094d\u200dष",
    "a@b.example",
  ])("may be written as %j", (name) => {
    expect(isFitName(name)).toBe(true);
    expect(withoutUnfit(name)).toBe(name);
  });

  test.each([
    ["a line end", "\n"],
    ["NUL", "\0"],
    ["escape", "\u001b"],
    ["next line", "\u0085"],
    ["a line separator", "\u2028"],
    ["an override", "\u202e"],
    ["an isolate", "\u2067"],
    ["a mark of direction", "\u200f"],
    ["half a character", "\ud800"],
    ["a space without width", "\u200b"],
    ["a byte order mark", "\ufeff"],
    ["a soft hyphen", "\u00ad"],
    ["a filler", "\u3164"],
    ["a tag", "\u{e0041}"],
    ["the blank of Braille", "\u2800"],
  ])("are not written with %s", (_, odd) => {
    expect(isFitName(`Ada${odd}Reed`)).toBe(false);
    expect(withoutUnfit(`Ada${odd}Reed${odd}`)).toBe("AdaReed");
  });
});

test.each([
  "ada.reed-2",
  "жанна",
  "李さん",
  "김ㅎㅏ",
  "ａｄａ",
  "1234",
  "अदा",
  "",
])("%j is of one script", (text) => {
  expect(isOfOneScript(text)).toBe(true);
});

test.each(["аda", "adа", "οne", "Ꭺda", "ada李", "жαb", "աda", "अda"])(
  "%j is of several",
  (text) => {
    expect(isOfOneScript(text)).toBe(false);
  },
);
