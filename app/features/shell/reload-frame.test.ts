import { beforeEach, expect, test, vi } from "vitest";

const HERE = new URL("http://portal.test/company-overview");
const PANEL = new URL("?inspect=rth", HERE);
const NEXT = new URL("/division-profile/1", HERE);

let passed: number;
let wants: (nextUrl: URL, isAsked?: boolean) => boolean;

beforeEach(async () => {
  passed = 0;
  vi.spyOn(performance, "now").mockImplementation(() => passed);
  vi.resetModules();
  const { shouldReloadFrame } = await import("./reload-frame");
  wants = (nextUrl, isAsked = false) =>
    shouldReloadFrame({ currentUrl: HERE, nextUrl }, isAsked);
});

test("a new page brings the root's data when those at hand are a minute old", () => {
  passed = 59_999;
  expect(wants(NEXT)).toBe(false);
  passed = 60_000;
  expect(wants(NEXT)).toBe(true);
  expect(wants(NEXT)).toBe(false);
  passed = 120_000;
  expect(wants(NEXT)).toBe(true);
});

test("what opens over a page brings none, however old they are", () => {
  passed = 600_000;
  expect(wants(PANEL)).toBe(false);
});

test("a step that asks for them anyway begins the minute again", () => {
  passed = 50_000;
  expect(wants(PANEL, true)).toBe(true);
  passed = 100_000;
  expect(wants(NEXT)).toBe(false);
  passed = 110_000;
  expect(wants(NEXT)).toBe(true);
});
