import { expect, test } from "vitest";
import { pageTitle, titleText } from "./page-title";

test("so does a page that tells of something that failed, once", () => {
  const told = (tone: string) => [
    { id: "root", data: { siteName: "Harbor", notices: [{ tone, text: "" }] } },
  ];
  expect(pageTitle(told("error"), "Users")).toBe("Error: Users – Harbor");
  expect(pageTitle(told("error"), "Error: Users")).toBe(
    "Error: Users – Harbor",
  );
  expect(pageTitle(told("info"), "Users")).toBe("Users – Harbor");
});

test("so does every page for as long as something has failed", () => {
  const standing = [{ tone: "error", text: "" }];
  const root = { id: "root", data: { siteName: "Harbor", standing } };
  expect(pageTitle([root], "Users")).toBe("Error: Users – Harbor");
});

test("where the root's own data failed the product's name stands in", () => {
  expect(titleText(undefined, null, true)).toBe("Error: Sojourn");
});
