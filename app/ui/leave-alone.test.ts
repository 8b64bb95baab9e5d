// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { isLeftAlone, loadWithoutScripts } from "./leave-alone";

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

function reload() {
  return vi.spyOn(window.location, "reload").mockReturnValue(undefined);
}

test("a page that is loaded without scripts is left alone once", () => {
  const reloaded = reload();
  expect(isLeftAlone()).toBe(false);
  expect(loadWithoutScripts()).toBe(true);
  expect(reloaded).toHaveBeenCalledTimes(1);
  expect(isLeftAlone()).toBe(true);
  expect(isLeftAlone()).toBe(false);
});

test("another page is not", () => {
  reload();
  loadWithoutScripts();
  vi.spyOn(window.location, "pathname", "get").mockReturnValue("/users");
  expect(isLeftAlone()).toBe(false);
});

test("a browser that keeps nothing does not load the page again and again", () => {
  const reloaded = reload();
  vi.stubGlobal("sessionStorage", undefined);
  expect(loadWithoutScripts()).toBe(false);
  expect(isLeftAlone()).toBe(false);
  expect(reloaded).not.toHaveBeenCalled();
});
