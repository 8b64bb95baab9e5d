// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { arrive, begin, goToPlace, keepPlace } from "./arrive";

// What waits for a network has tests of its own.
vi.mock("../connection/watch-connection", () => ({
  watchConnection: () => undefined,
}));

let region: HTMLElement;

function find<Found extends HTMLElement>(selector: string): Found {
  return document.querySelector<Found>(selector)!;
}

beforeEach(() => {
  vi.useFakeTimers();
  document.title = "Region Profile: Coast – Sojourn";
  document.body.innerHTML = `
    <a href="/">Home</a>
    <main tabindex="-1"><h1>Coast</h1><p id="list">List</p>
      <div role="dialog"><button>OK</button></div>
      <div role="alertdialog"><button>Stay</button></div>
      <p aria-live="polite"></p></main>`;
  region = find("[aria-live]");
});

afterEach(() => {
  vi.useRealTimers();
  window.location.hash = "";
});

test("the title is said a moment after the page has come", () => {
  arrive(region, document.activeElement);
  expect(region.textContent).toBe("");
  vi.advanceTimersByTime(100);
  expect(region.textContent).toBe("Region Profile: Coast – Sojourn");
});

test("of two pages in a moment only the last is said, and the same title is said anew", () => {
  const said: (string | null)[] = [];
  arrive(region, null);
  vi.advanceTimersByTime(50);
  document.title = "Second";
  arrive(region, null);
  vi.advanceTimersByTime(50);
  expect(region.textContent).toBe("");
  vi.advanceTimersByTime(50);
  said.push(region.textContent);
  arrive(region, null);
  said.push(region.textContent);
  vi.advanceTimersByTime(100);
  said.push(region.textContent);
  expect(said).toEqual(["Second", "", "Second"]);
});

test("the focus goes from the link to main", () => {
  const link = find("a");
  link.focus();
  arrive(region, link);
  expect(document.activeElement).toBe(find("main"));
});

test("the focus goes to the place that the address names", () => {
  window.location.hash = "#list";
  arrive(region, document.activeElement);
  expect(document.activeElement).toBe(find("#list"));
});

test("a user who has moved on in the meantime keeps the focus", () => {
  const link = find("a");
  link.focus();
  arrive(region, document.body);
  expect(document.activeElement).toBe(link);
});

test("a link or field that the address names stays a stop of Tab", () => {
  const link = find("a");
  link.id = "place";
  window.location.hash = "#place";
  arrive(region, document.activeElement);
  expect(document.activeElement).toBe(link);
  expect(link.hasAttribute("tabindex")).toBe(false);
});

test("a search that goes on while the page comes keeps the focus", () => {
  const link = find("a");
  link.dataset.inUse = "";
  link.focus();
  arrive(region, link);
  expect(document.activeElement).toBe(link);
});

test.each(["dialog", "alertdialog"])(
  "a %s over the page keeps the focus",
  (role) => {
    const button = find(`[role=${role}] button`);
    button.focus();
    arrive(region, button);
    expect(document.activeElement).toBe(button);
  },
);

test("what a link has cleared takes the link with it, and leaves the focus in the list that it stood in", () => {
  begin();
  find("main").innerHTML =
    '<section><div><a href="#" id="clear">Clear filters</a></div></section>';
  const clear = find("#clear");
  clear.focus();
  clear.click();
  keepPlace();
  expect(document.activeElement).toBe(clear);
  clear.remove();
  keepPlace();
  expect(document.activeElement).toBe(find("section"));
  find("section").remove();
  keepPlace();
  expect(document.activeElement).toBe(find("main"));
});

test("a place that a link of the page asks for has the focus, but takes it from no dialog", () => {
  const link = find("a");
  link.focus();
  goToPlace("#list", link);
  expect(document.activeElement).toBe(find("#list"));
  const button = find("[role=dialog] button");
  button.focus();
  goToPlace("#list", button);
  expect(document.activeElement).toBe(button);
});
