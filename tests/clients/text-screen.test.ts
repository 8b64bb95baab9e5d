import { expect, test } from "vitest";
import {
  lastNumberOf,
  menuOf,
  numberAfter,
  numberOf,
  valueOf,
  wordsOf,
} from "../../e2e/clients/text/screen";

const LYNX = `
   [7]Change password
   From Date [10]2025-11-22__________
   ISNP[12][(1)__All patients______]
   ([13]BUTTON) Submit
   [17][ ] ISNP patients only

   Password

   Minimum 6 characters
   [19]____________________
   ([20]BUTTON) Change password
`;

const LINKS = "Username [1]demo-company____   \nISNP[[2]All patients______]\n";

test("reads words without numbers, however lines break", () => {
  expect(wordsOf("[3]Sojourn\n   home ([5]BUTTON) Search")).toBe(
    "Sojourn home (BUTTON) Search",
  );
});

test("finds links, buttons and boxes by what they say", () => {
  expect(numberOf(LYNX, "Submit")).toBe(13);
  expect(numberOf(LYNX, "ISNP patients only")).toBe(17);
  expect(numberOf(LYNX, "Change password")).toBe(7);
  expect(lastNumberOf(LYNX, "Change password")).toBe(20);
  expect(numberOf("[4]Full screen Hosp/1000\n  Days of Care", /Full\s/)).toBe(
    4,
  );
  expect(numberOf(LYNX, "Log out")).toBeNull();
});

test("finds fields by their labels, with a hint between or none", () => {
  expect(numberAfter(LYNX, "From Date")).toBe(10);
  expect(numberAfter(LYNX, "ISNP")).toBe(12);
  expect(numberAfter(LYNX, "Password")).toBe(19);
  expect(numberAfter(LINKS, "ISNP")).toBe(2);
  expect(numberAfter(LYNX, "Username")).toBeNull();
});

test("reads what stands in a field", () => {
  expect(valueOf(LYNX, 10)).toBe("2025-11-22");
  expect(valueOf(LYNX, 12)).toBe("All patients");
  expect(valueOf(LYNX, 19)).toBe("");
  expect(valueOf(LINKS, 1)).toBe("demo-company");
  expect(valueOf(LINKS, 2)).toBe("All patients");
});

test("reads the choices of a menu that lies over the page", () => {
  const lynx = [
    "   To Date ┌────────────────────────────┐",
    "   ISNP[12]│ 1: (1)__All patients       │",
    "   ([13]BUT│ 2: (2)__ISNP Patients Only │",
    "           └────────────────────────────┘",
  ];
  const links = [
    "   ISNP[[12]+--------------------+",
    "   [13]Submi| All patients       |",
    "            | ISNP Patients Only |",
    "   No date p+--------------------+.",
  ];
  const choices = ["All patients", "ISNP Patients Only"];
  expect(menuOf(lynx.join("\n"))).toEqual(choices);
  expect(menuOf(links.join("\n"))).toEqual(choices);
  expect(menuOf(LYNX)).toEqual([]);
});
