import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { screenAt } from "~/screens.server";
import { safeRedirectTarget } from "./redirect-target.server";

describe("pages of this portal", () => {
  test.each([
    "/",
    "/company-overview",
    "/company-overview/",
    "/facility-profile/12?startDate=2026-01-01&isnp=true",
    "/physician-profile/1234567890?facility-id=5",
    "/reports/cms-qies-reports",
  ])("%s is kept", (target) => {
    expect(safeRedirectTarget(target)).toBe(target);
  });

  test("lose their fragment", () => {
    expect(safeRedirectTarget("/users#top")).toBe("/users");
  });
});

describe("anything else", () => {
  test.each([
    null,
    "",
    "users",
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/%5c%5cevil.example",
    "/%252fevil.example",
    "/company-overview/..//evil.example",
    "/users\u0000",
    "/users?x=%0d%0aSet-Cookie:a",
    " /users",
    "javascript:alert(1)",
    "/login",
    "/no-such-page",
    "/users?_data=root",
    `/users?x=${"a".repeat(1000)}`,
  ])("%j is refused", (target) => {
    expect(safeRedirectTarget(target)).toBeNull();
  });
});

test("what is kept always stays on the site that it is resolved on, and is a page", () => {
  const piece = fc.constantFrom(
    "/",
    "//",
    "\\",
    ".",
    "..",
    "@",
    ":",
    "?",
    "#",
    "%09",
    "%5c",
    "%2f",
    "\t",
    "users",
    "login",
    "evil.example",
    "https:",
    "facility-profile",
    "7",
    "company-overview",
    "incomplete-data",
  );
  const crafted = fc.array(piece, { maxLength: 8 }).map((all) => all.join(""));
  const text = fc.oneof(
    crafted,
    crafted.map((tail) => `/users${tail}`),
    crafted.map((tail) => `/${tail}`),
    fc.webUrl(),
    fc.string({ unit: "binary" }),
  );
  fc.assert(
    fc.property(text, (target) => {
      const kept = safeRedirectTarget(target);
      if (kept === null) return;
      const url = new URL(kept, "https://portal.example:8443");
      expect(url.origin).toBe("https://portal.example:8443");
      expect(screenAt(url.pathname)).not.toBeNull();
      expect(safeRedirectTarget(kept)).toBe(kept);
    }),
    { numRuns: 3000 },
  );
});
