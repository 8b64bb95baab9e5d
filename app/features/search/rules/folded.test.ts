import { expect, test } from "vitest";
import { folded } from "./folded";

test.each([
  ["O\u2019Brien", "o'brien", "O'BRIEN", "o\u02bcbrien", "O\u00b4Brien"],
  ["D'Arcy", "d\u2019arcy", "D\u2018ARCY", "d`arcy"],
  ["Ka\u02bbahumanu", "ka'ahumanu", "KA\u2019AHUMANU"],
  ["Søn", "son", "SØN", "sOn"],
  ["Łukasz", "lukasz", "ŁUKASZ", "łukasz"],
  ["Straße", "strasse", "STRASSE", "STRAẞE"],
  ["Weiß", "WEISS", "weiss", "Weiẞ"],
  ["Đặng", "dang", "ĐẶNG"],
  ["Ælfred Þór Bjørk Œuvre", "aelfred thor bjork oeuvre"],
  ["Yıldız İnan", "yildiz inan", "YILDIZ INAN"],
  [
    "Müller-Lüdenscheidt",
    "muller\u2013ludenscheidt",
    "MULLER\u2011LUDENSCHEIDT",
  ],
  ["Ｗｉｌｌｏｗ", "willow"],
  ["Γιώργος", "γιωργοσ", "ΓΙΩΡΓΟΣ"],
  ["Wil\u00adlow\u00a0 House", "willow house"],
])("%s is found however it is written", (name, ...typed) => {
  expect(typed.map(folded)).toEqual(typed.map(() => folded(name)));
});

test.each([
  ["Ann", "Anne"],
  ["Son", "San"],
  ["O'Brien", "O Brien"],
])("%s is not %s", (one, other) => {
  expect(folded(one)).not.toBe(folded(other));
});
