// @vitest-environment happy-dom
import { Outlet, useLocation } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SearchItem } from "~/features/search/rules/search";
import { SearchBox } from "../header";
import type { SearchData } from "./use-search-items";

const ITEMS: SearchItem[] = [
  { kind: "company", id: 0, label: "Company Overview" },
  { kind: "facility", id: 101, label: "Harbor Point" },
  { kind: "facility", id: 102, label: "Elm House" },
  { kind: "report", id: "a/b", label: "Harbor Report" },
];
const LATE = { timeout: 10_000 };

const asked = vi.fn<typeof fetch>();
const loading = vi.fn<(isLoading: boolean) => void>();

function answer(data: Partial<SearchData> = {}): void {
  const body = {
    text: "",
    items: ITEMS,
    hasOwnPages: true,
    notices: [],
    ...data,
  };
  asked.mockImplementation(() => Promise.resolve(Response.json(body)));
}

beforeEach(() => {
  vi.stubGlobal("fetch", asked);
  answer();
});
afterEach(() => {
  vi.unstubAllGlobals();
  asked.mockReset();
  loading.mockReset();
});

function Frame() {
  const { pathname, search } = useLocation();
  return (
    <>
      <SearchBox siteName="Sojourn" onLoading={loading} />
      <p data-testid="address">{pathname + search}</p>
      <Outlet />
    </>
  );
}

function show(address = "/company-overview"): HTMLInputElement {
  const Stub = createRemixStub([
    {
      path: "/",
      Component: Frame,
      children: [{ path: "*", Component: () => null }],
    },
  ]);
  render(<Stub initialEntries={[address]} />);
  return screen.getByLabelText("Search", { selector: "input" });
}

/** The field with the focus, and its list open. */
async function open(address?: string): Promise<HTMLInputElement> {
  const field = show(address);
  act(() => field.focus());
  await screen.findAllByRole("option");
  return field;
}

function type(field: HTMLInputElement, value: string): void {
  fireEvent.input(field, { target: { value } });
}

function press(field: HTMLInputElement, ...keys: string[]): void {
  for (const key of keys) fireEvent.keyDown(field, { key });
}

/** What the keys stand on: the text of the option, or null. */
function activeOf(field: HTMLInputElement): string | null {
  const id = field.getAttribute("aria-activedescendant");
  if (id === null) return null;
  const option = document.getElementById(id);
  expect(option?.getAttribute("aria-selected")).toBe("true");
  expect(document.querySelectorAll("[aria-selected=true]")).toHaveLength(1);
  return option?.textContent.trim() ?? null;
}

function groups(): Record<string, string[]> {
  return Object.fromEntries(
    screen.getAllByRole("group").map((group) => [
      document.getElementById(group.getAttribute("aria-labelledby") ?? "")
        ?.textContent,
      within(group)
        .getAllByRole("option")
        .map((option) => option.textContent.trim()),
    ]),
  );
}

function isOpen(field: HTMLInputElement): boolean {
  const isShown = screen.queryByRole("listbox") !== null;
  expect(field.getAttribute("aria-expanded")).toBe(String(isShown));
  return isShown;
}

function address(): string {
  return screen.getByTestId("address").textContent;
}

test("until it is used, the field is a closed combobox in a form that asks the search page, and nothing is asked for", () => {
  const field = show();
  expect(field.name).toBe("q");
  expect(field.type).toBe("search");
  expect(field.placeholder).toBe("Browse Sojourn");
  expect(isOpen(field)).toBe(false);
  expect(field.form?.getAttribute("action")).toBe("/search");
  expect(field.form?.method).toBe("get");
  expect(within(field.form!).getByRole("button", { name: "Search" }));
  expect(asked).not.toHaveBeenCalled();
});

test("focus opens the combobox of the same element, with the browse list by group", async () => {
  const before = show();
  act(() => before.focus());
  await screen.findAllByRole("option");
  const field = screen.getByRole("combobox", { name: "Search" });
  expect(field).toBe(before);
  expect(document.activeElement).toBe(field);
  expect(field.getAttribute("aria-autocomplete")).toBe("list");
  expect(field.getAttribute("aria-controls")).toBe(
    screen.getByRole("listbox").id,
  );
  expect(isOpen(before)).toBe(true);
  expect(activeOf(before)).toBeNull();
  expect(groups()).toEqual({
    Company: ["Company Overview"],
    Facilities: ["Harbor Point", "Elm House"],
    Reports: ["Harbor Report"],
  });
});

test("what is typed before the list comes is kept, and narrows it", async () => {
  const field = show();
  act(() => field.focus());
  type(field, "ELM");
  await screen.findAllByRole("option");
  expect(field.value).toBe("ELM");
  expect(groups()).toEqual({ Locations: ["Elm House Facility"] });
});

test("a field that scripts find in use opens, with what was typed before they came", async () => {
  const Stub = createRemixStub([{ path: "/", Component: Frame }]);
  const container = document.createElement("div");
  document.body.append(container);
  container.innerHTML = renderToString(<Stub />);
  const field = container.querySelector<HTMLInputElement>("[type=search]")!;
  field.focus();
  field.value = "elm";
  render(<Stub />, { container, hydrate: true });
  await screen.findAllByRole("option");
  expect(groups()).toEqual({ Locations: ["Elm House Facility"] });
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe("elm");
});

test("typing shows the matches as locations and reports, and asks the server for nothing more", async () => {
  const field = await open();
  type(field, "har");
  expect(groups()).toEqual({
    Locations: ["Harbor Point Facility"],
    Reports: ["Harbor Report"],
  });
  type(field, "");
  expect(Object.keys(groups())).toEqual(["Company", "Facilities", "Reports"]);
  act(() => field.blur());
  act(() => field.focus());
  expect(isOpen(field)).toBe(true);
  expect(asked).toHaveBeenCalledTimes(1);
});

test("options are links, out of the way of Tab", async () => {
  await open();
  const links = screen
    .getAllByRole("option")
    .map((option) => [option.getAttribute("href"), option.tabIndex]);
  expect(links).toEqual([
    ["/company-overview", -1],
    ["/facility-profile/101", -1],
    ["/facility-profile/102", -1],
    ["/reports/a%2Fb", -1],
  ]);
});

test("the arrows go through all options and round, and Home, End and typing leave them", async () => {
  const field = await open();
  const down: (string | null)[] = [];
  for (let presses = 0; presses < 5; presses += 1) {
    press(field, "ArrowDown");
    down.push(activeOf(field));
  }
  expect(down).toEqual([
    "Company Overview",
    "Harbor Point",
    "Elm House",
    "Harbor Report",
    "Company Overview",
  ]);
  press(field, "ArrowUp");
  expect(activeOf(field)).toBe("Harbor Report");
  for (const key of ["Home", "End", "ArrowLeft", "ArrowRight"]) {
    press(field, "ArrowDown");
    expect(activeOf(field)).not.toBeNull();
    expect(fireEvent.keyDown(field, { key })).toBe(true);
    expect(activeOf(field)).toBeNull();
  }
  press(field, "ArrowUp");
  expect(activeOf(field)).toBe("Harbor Report");
  type(field, "h");
  expect(activeOf(field)).toBeNull();
});

test("Enter opens the option that the keys stand on, and the list is gone", async () => {
  const field = await open();
  press(field, "ArrowDown", "ArrowDown", "Enter");
  await vi.waitFor(() => expect(address()).toBe("/facility-profile/101"));
  expect(isOpen(field)).toBe(false);
  expect(field.value).toBe("");
});

test("Enter on no option is left to the form, which asks the search page and keeps the text", async () => {
  const field = await open();
  type(field, " har\t");
  expect(fireEvent.keyDown(field, { key: "Enter" })).toBe(true);
  fireEvent.submit(field.form!);
  await vi.waitFor(() => expect(address()).toBe("/search?q=har"));
  expect(isOpen(field)).toBe(false);
  expect(field.value).toBe("har");
});

test("Enter and arrows that compose a letter do nothing", async () => {
  const field = await open();
  press(field, "ArrowDown");
  fireEvent.keyDown(field, { key: "Enter", isComposing: true });
  fireEvent.keyDown(field, { key: "ArrowDown", keyCode: 229 });
  expect(activeOf(field)).toBe("Company Overview");
  expect(isOpen(field)).toBe(true);
  expect(address()).toBe("/company-overview");
});

test("Escape closes the list, and once more clears the text; typing opens it again", async () => {
  const field = await open();
  type(field, "har");
  expect(fireEvent.keyDown(field, { key: "Escape" })).toBe(false);
  expect(isOpen(field)).toBe(false);
  expect(field.value).toBe("har");
  press(field, "Escape");
  expect(field.value).toBe("");
  expect(isOpen(field)).toBe(false);
  expect(fireEvent.keyDown(field, { key: "Escape" })).toBe(true);
  type(field, "e");
  expect(isOpen(field)).toBe(true);
});

test("a closed list opens by arrow, on its first or last option, and by click", async () => {
  const field = await open();
  press(field, "Escape", "ArrowDown");
  expect(activeOf(field)).toBe("Company Overview");
  press(field, "Escape", "ArrowUp");
  expect(activeOf(field)).toBe("Harbor Report");
  press(field, "Escape");
  fireEvent.keyDown(field, { key: "ArrowDown", altKey: true });
  expect([isOpen(field), activeOf(field)]).toEqual([true, null]);
  fireEvent.keyDown(field, { key: "ArrowUp", altKey: true });
  expect(isOpen(field)).toBe(false);
  fireEvent.click(field);
  expect(isOpen(field)).toBe(true);
});

test("Tab and leaving close it, pressing the mouse in it does not", async () => {
  const field = await open();
  expect(fireEvent.keyDown(field, { key: "Tab" })).toBe(true);
  expect(isOpen(field)).toBe(false);
  fireEvent.click(field);
  const option = screen.getByRole("option", { name: /Elm/ });
  expect(fireEvent.mouseDown(option)).toBe(false);
  expect(isOpen(field)).toBe(true);
  act(() => field.blur());
  expect(isOpen(field)).toBe(false);
});

test("a click goes there by script; one that opens elsewhere is left to the browser, and the list stays and is asked for once", async () => {
  const field = await open();
  const option = screen.getByRole("option", { name: /Elm/ });
  const leave = vi.fn((event: Event) => {
    expect(event.defaultPrevented).toBe(false);
    event.preventDefault();
  });
  window.addEventListener("click", leave, { once: true });
  fireEvent.click(option, { ctrlKey: true });
  expect(leave).toHaveBeenCalled();
  expect(isOpen(field)).toBe(true);
  expect(address()).toBe("/company-overview");
  fireEvent.click(option);
  await vi.waitFor(() => expect(address()).toBe("/facility-profile/102"));
  expect(isOpen(field)).toBe(false);
  act(() => field.blur());
  act(() => field.focus());
  expect(isOpen(field)).toBe(true);
  expect(asked).toHaveBeenCalledTimes(1);
});

test("the number of results is said a while after the last letter, in a region that was there before", async () => {
  const field = await open();
  const region = document.querySelector("[aria-live=polite]");
  vi.useFakeTimers();
  type(field, "h");
  type(field, "ha");
  act(() => void vi.advanceTimersByTime(499));
  const early = region?.textContent;
  act(() => void vi.advanceTimersByTime(1));
  expect(early).not.toBe("2 results");
  expect(region?.textContent).toBe("2 results");
  type(field, "zzz");
  act(() => void vi.advanceTimersByTime(500));
  expect(region?.textContent).toBe("No results were found for “zzz”.");
  expect(document.querySelector("[aria-live=polite]")).toBe(region);
});

test("what matches nothing is said in the list's place", async () => {
  const field = await open();
  type(field, " zz  z ");
  expect(screen.getByText("No results were found for “zz z”.")).toBeTruthy();
  expect(isOpen(field)).toBe(false);
  press(field, "ArrowDown");
  expect(field.hasAttribute("aria-activedescendant")).toBe(false);
});

test("where the page of results finds residents, that comes before what the list did not find", async () => {
  answer({ hasResidents: true });
  const field = await open();
  expect(screen.queryByText(/Press Enter/)).toBeNull();
  type(field, "brown");
  const enter = screen.getByText("Press Enter to search residents.");
  expect(enter.nextElementSibling?.textContent).toBe(
    "No results were found for “brown”.",
  );
});

test("who has nothing to browse is told so", async () => {
  answer({ items: [] });
  const field = show();
  act(() => field.focus());
  expect(await screen.findByText("There is nothing to browse.")).toBeTruthy();
});

test("while the items are on their way it says so, and Enter still submits the form", async () => {
  asked.mockImplementation(() => new Promise(() => undefined));
  const field = show();
  act(() => field.focus());
  expect(await screen.findByText("Loading…")).toBeTruthy();
  expect(isOpen(field)).toBe(false);
  type(field, "har");
  expect(fireEvent.keyDown(field, { key: "Enter" })).toBe(true);
  fireEvent.submit(field.form!);
  await vi.waitFor(() => expect(address()).toBe("/search?q=har"));
});

test("an arrow that is pressed before the items are there leads to the first of them", async () => {
  let come = (): void => undefined;
  asked.mockImplementation(
    () =>
      new Promise((done) => {
        come = () =>
          done(Response.json({ text: "", items: ITEMS, notices: [] }));
      }),
  );
  const field = show();
  act(() => field.focus());
  await screen.findByText("Loading…");
  press(field, "ArrowDown");
  come();
  const [first] = await screen.findAllByRole("option");
  expect(field.getAttribute("aria-activedescendant")).toBe(first?.id);
});

test.each([
  ["a call that does not arrive", () => Promise.reject(new TypeError("off"))],
  [
    "an answer that is none",
    () => Promise.resolve(new Response(null, { status: 204 })),
  ],
  ["an error", () => Promise.resolve(new Response("{}", { status: 500 }))],
  ["something else", () => Promise.resolve(Response.json({ items: 1 }))],
])(
  "after %s the form still works, and the next opening asks again",
  async (_, fails) => {
    asked.mockImplementation(fails);
    const field = show();
    act(() => field.focus());
    expect(
      await screen.findByText("The list did not load. Press Enter to search."),
    ).toBeTruthy();
    expect(loading.mock.calls).toEqual([[true], [false]]);
    expect(fireEvent.keyDown(field, { key: "Enter" })).toBe(true);
    answer();
    act(() => field.blur());
    act(() => field.focus());
    expect(await screen.findAllByRole("option")).toHaveLength(4);
  },
);

test("a call that hangs is given up after ten seconds", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  asked.mockImplementation(
    (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener("abort", () => reject(new Error("off")));
      }),
  );
  const field = show();
  act(() => field.focus());
  const turn = () => act(() => new Promise((done) => setImmediate(done)));
  for (
    let turns = 0;
    turns < 500 && asked.mock.calls.length === 0;
    turns += 1
  ) {
    await turn();
  }
  expect(asked).toHaveBeenCalledOnce();
  act(() => void vi.advanceTimersByTime(9_999));
  await turn();
  const failed = "The list did not load. Press Enter to search.";
  expect(screen.queryAllByText(failed)).toEqual([]);
  act(() => void vi.advanceTimersByTime(1));
  await turn();
  expect(screen.queryAllByText(failed)).not.toEqual([]);
});

test("what could not be had is told above the rest, and asked for again", async () => {
  answer({
    items: ITEMS.slice(3),
    notices: [{ tone: "error", text: "Organization data was not retrieved." }],
  });
  const field = await open();
  expect(screen.getByText("Organization data was not retrieved.")).toBeTruthy();
  expect(groups()).toEqual({ Reports: ["Harbor Report"] });
  answer();
  act(() => field.blur());
  act(() => field.focus());
  await vi.waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(4));
  expect(screen.queryByText(/not retrieved/)).toBeNull();
});

test("what could not be had is said when the list opens and where nothing is found, not at each letter", async () => {
  answer({
    items: ITEMS.slice(3),
    notices: [{ tone: "error", text: "Places are missing." }],
  });
  const field = await open();
  const region = document.querySelector("[aria-live=polite]");
  await vi.waitFor(
    () => expect(region?.textContent).toBe("Places are missing. 1 result"),
    LATE,
  );
  vi.useFakeTimers();
  const said = ["har", "zz"].map((text) => {
    type(field, text);
    act(() => void vi.advanceTimersByTime(500));
    return region?.textContent;
  });
  expect(said).toEqual([
    "1 result",
    "Places are missing. No results were found for “zz”.",
  ]);
});

test("of 3,000 facilities the first fifty are drawn, and the number of the others", async () => {
  answer({
    items: Array.from({ length: 3_000 }, (_, at) => ({
      kind: "facility",
      id: at,
      label: `Place ${at}`,
    })),
  });
  const field = await open();
  expect(screen.getAllByRole("option")).toHaveLength(50);
  expect(screen.getByText("2,950 more. Type to find them.")).toBeTruthy();
  type(field, "place 299");
  expect(screen.getAllByRole("option")).toHaveLength(11);
  expect(screen.queryByText(/more:/)).toBeNull();
});

test("the search page keeps its text in the field, and the next page does not", async () => {
  const field = show("/search?q=elm");
  expect(field.value).toBe("elm");
  act(() => field.focus());
  await screen.findAllByRole("option");
  expect(groups()).toEqual({ Locations: ["Elm House Facility"] });
  press(field, "ArrowDown", "Enter");
  await vi.waitFor(() => expect(address()).toBe("/facility-profile/102"));
  expect(field.value).toBe("");
});
