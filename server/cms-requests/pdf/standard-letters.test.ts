import { expect, test } from "vitest";
import { hasStandardLetters, inStandardLetters } from "./standard-letters";

test.each([
  ["Müller, Søn", "Müller, Søn"],
  ["Łęski, Đặng", "Leski, Dang"],
  ["Yıldız Şahin", "Yildiz Sahin"],
  ["Ŋaali Ħal", "Naali Hal"],
  ["Ka\u02bbahumanu", "Ka‘ahumanu"],
  ["O\u02bcBrien\u200e", "O’Brien"],
  ["What? \u2212 Who\u2010else", "What? - Who-else"],
])("%s is written %s", (text, written) => {
  expect(inStandardLetters(text)).toBe(written);
  expect(hasStandardLetters(text)).toBe(true);
});

test.each(["כהן", "حسن", "王小明", "Παπάς", "Иванов", "김", "Leski 東", "😀"])(
  "%s cannot be written",
  (text) => {
    expect(inStandardLetters(text)).toContain("?");
    expect(hasStandardLetters(text)).toBe(false);
  },
);
