// @vitest-environment happy-dom
import { useActionData } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { LocationOptions } from "~/domain/places/location-choice";
import { NEW_USER, type TypedUser } from "../rules/form-places";
import { UserDialog } from "./user-editor";
import type { UserFormData } from "./load-user-form.server";
import type { UserAnswer } from "./user-form";

const OPTIONS: LocationOptions = {
  division: [
    { id: 1, name: "East" },
    { id: 2, name: "West" },
  ],
  region: [
    { id: 11, name: "Coast", division: 1 },
    { id: 21, name: "Plains", division: 2 },
  ],
  facility: [
    { id: 101, name: "Elm", division: 1, region: 11 },
    { id: 102, name: "Oak", division: 1, region: 11 },
    { id: 201, name: "Ash", division: 2, region: 21 },
  ],
};

const ADA: TypedUser = {
  ...NEW_USER,
  username: "ada",
  firstname: "Ada",
  lastname: "Lind",
  accessLevel: "facility",
  division: [1],
  region: [11],
  facility: [101, 102],
};

function dataOf(
  values: TypedUser = NEW_USER,
  isOfSomebody = false,
): UserFormData {
  return {
    options: OPTIONS,
    held: isOfSomebody ? { accessLevel: "facility", ids: [101, 102] } : null,
    isSelf: false,
    isPasswordInitial: true,
    isByGroups: false,
    unsent: null,
    form: {
      values,
      arePasswordsGone: false,
      cleared: [],
      chosenPhysician: null,
      search: "",
      found: null,
      opened: null,
    },
  };
}

type Action = () => UserAnswer | null | Promise<UserAnswer | null>;

function page(
  data: UserFormData = dataOf(),
  action: Action = vi.fn(() => null),
) {
  const Dialog = () => (
    <UserDialog
      title="Add User"
      data={data}
      answer={useActionData<UserAnswer>() ?? null}
      path="/users/add"
      routeId="routes/users.add"
      search="?sort=username"
      returnFocusTo="add-user"
    />
  );
  const Stub = createRemixStub([
    { id: "list", path: "/users", Component: Dialog },
    { id: "add", path: "/users/add", Component: Dialog, action },
  ]);
  return (
    <Stub
      initialEntries={["/users/add?sort=username"]}
      hydrationData={{ loaderData: {} }}
    />
  );
}

beforeEach(() => vi.stubGlobal("fetch", vi.fn()));
afterEach(() => void vi.unstubAllGlobals());

const choose = (level: string) =>
  fireEvent.change(screen.getByLabelText("Access level"), {
    target: { value: level },
  });
const group = (name: string) =>
  screen.queryByRole("group", { name: new RegExp(`^${name}`) });
const namesIn = (name: string) =>
  within(group(name) ?? document.body)
    .queryAllByRole("checkbox")
    .map((box) => box.closest("label")?.textContent);
const tickedIn = (name: string) =>
  within(group(name) ?? document.body)
    .queryAllByRole<HTMLInputElement>("checkbox")
    .filter(({ checked }) => checked)
    .map((box) => box.closest("label")?.textContent);
const tick = (name: string) => fireEvent.click(screen.getByLabelText(name));
const save = (name = "Create user") =>
  fireEvent.click(screen.getByRole("button", { name }));
const told = () =>
  [...document.querySelectorAll("[aria-live=polite]")].map(
    (region) => region.textContent,
  );

test("without scripts it has a button that shows the places, and Enter saves", () => {
  const html = renderToStaticMarkup(page());
  expect(html).toContain(">Show the choices<");
  expect(html).toMatch(
    /formaction="\/users\/add\?sort=username&amp;update=1#editor-access"/i,
  );
  const [first] = /<button[^>]*>[^<]*/.exec(html) ?? [];
  expect(first).toMatch(/Create user$/);
  render(page());
  expect(screen.queryByRole("button", { name: /^Show the/ })).toBeNull();
});

test("a change clears what hangs on it, and says so", () => {
  render(page(dataOf(ADA)));
  expect(tickedIn("Facility")).toEqual(["Elm", "Oak"]);
  expect(told()).toContain("");
  tick("West");
  expect(tickedIn("Division")).toEqual(["East", "West"]);
  expect(tickedIn("Region")).toEqual([]);
  expect(namesIn("Facility")).toEqual([]);
  expect(told()).toContain("Region and facility were cleared.");
  tick("Coast");
  tick("Elm");
  expect(told()).not.toContain("Region and facility were cleared.");
  choose("division");
  expect(tickedIn("Division")).toEqual([]);
  expect(told()).toContain("Division, region and facility were cleared.");
});

test("what is typed stays a change of the field, so that it is kept when the session ends", () => {
  render(page());
  const field = screen.getByLabelText<HTMLInputElement>("Username");
  fireEvent.input(field, { target: { value: "cleo" } });
  choose("division");
  tick("East");
  expect(field).toMatchObject({ value: "cleo", defaultValue: "" });
  expect(screen.getByLabelText("East")).toMatchObject({
    checked: true,
    defaultChecked: false,
  });
});

test("what was typed before scripts came stays in the dialog that they make, passwords too", () => {
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = renderToStaticMarkup(page(dataOf(ADA)));
  const before = within(container);
  fireEvent.change(before.getByLabelText("Access level"), {
    target: { value: "facility" },
  });
  fireEvent.change(before.getByLabelText("Username"), {
    target: { value: "eda" },
  });
  fireEvent.change(before.getByLabelText("Password"), {
    target: { value: "secret-1" },
  });
  fireEvent.click(before.getByLabelText("Oak"));
  render(page(dataOf(ADA)), { container, hydrate: true });
  const dialog = within(screen.getByRole("dialog", { name: "Add User" }));
  expect(dialog.getByLabelText("Username")).toHaveProperty("value", "eda");
  expect(dialog.getByLabelText("Password")).toHaveProperty("value", "secret-1");
  expect(tickedIn("Facility")).toEqual(["Elm"]);
});

test("what is wrong is told above the form and at the fields, and nothing is sent", async () => {
  const action = vi.fn(() => null);
  render(page(dataOf({ ...ADA, facility: [] }), action));
  save();
  const summary = await screen.findByRole("alert");
  await vi.waitFor(() => expect(document.activeElement).toBe(summary));
  const links = within(summary).getAllByRole("link");
  expect(links.map((link) => link.textContent)).toEqual([
    "Facility is required",
    "Password is required",
    "Confirm password is required",
  ]);
  for (const link of links) {
    const id = link.getAttribute("href")?.slice(1) ?? "";
    expect(document.getElementById(id)?.getAttribute("aria-invalid")).toBe(
      "true",
    );
  }
  choose("company");
  expect(
    screen.queryByRole("link", { name: "Facility is required" }),
  ).toBeNull();
  const field = screen.getByLabelText("Password");
  field.focus();
  fireEvent.input(field, { target: { value: "secret-1" } });
  expect(field.getAttribute("aria-invalid")).toBeNull();
  expect(within(summary).getAllByRole("link")).toHaveLength(1);
  expect(document.activeElement).toBe(field);
  expect(action).not.toHaveBeenCalled();
});

describe("the search for physicians", () => {
  type Resolve = (response: Response) => void;
  let asked: { href: string; resolve: Resolve; signal: AbortSignal }[];
  beforeEach(() => {
    asked = [];
    vi.useFakeTimers();
    vi.stubGlobal(
      "fetch",
      (href: string, { signal }: { signal: AbortSignal }) => {
        return new Promise<Response>((resolve, reject) => {
          asked.push({ href, resolve, signal });
          signal.addEventListener("abort", () => reject(new Error("aborted")));
        });
      },
    );
    render(page());
    choose("physician");
    act(() => screen.getByLabelText("Search physicians").focus());
  });

  const type = (value: string) =>
    fireEvent.input(screen.getByLabelText("Search physicians"), {
      target: { value },
    });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const answer = (index: number, text: string, ...labels: string[]) =>
    act(async () => {
      const physicians = labels.map((label, at) => ({
        npi: Number(`${index + 1}${at + 1}`),
        label,
      }));
      asked[index]?.resolve(
        Response.json({ physicians: { state: "found", text, physicians } }),
      );
      await vi.advanceTimersByTimeAsync(0);
    });
  const listed = () =>
    within(screen.getByRole("listbox", { name: "Found physicians" }))
      .getAllByRole("option")
      .map((option) => option.textContent);
  const sent = () =>
    new FormData(document.querySelector("form")!).getAll("physician");
  /** The search is in use, and `text` was answered with these physicians. */
  const find = async (index: number, text: string, ...labels: string[]) => {
    type(text);
    await pass(500);
    await answer(index, text, ...labels);
  };

  test("begins 500 ms after the last key", async () => {
    type("l");
    await pass(400);
    type("li");
    await pass(499);
    expect(asked).toEqual([]);
    await pass(1);
    expect(asked.map(({ href }) => href)).toEqual([
      "/users/add?physicians=li&_data=routes%2Fusers.add",
    ]);
    expect(told()).toContain("Searching…");
    await answer(0, "li", "Lind, Ada", "Lima, Bo");
    expect(listed()).toEqual(["Lind, Ada", "Lima, Bo"]);
    await pass(500);
    expect(told()).toContain("2 physicians found for “li”.");
  });

  test("drops an answer that comes after a newer question", async () => {
    type("li");
    await pass(500);
    type("mo");
    expect(asked[0]?.signal.aborted).toBe(true);
    await pass(500);
    await answer(1, "mo", "Moe, Bo");
    await answer(0, "li", "Lind, Ada");
    expect(listed()).toEqual(["Moe, Bo"]);
  });

  test("chooses one by keyboard or mouse, who takes the place of another", async () => {
    save();
    const missing = () =>
      screen.queryAllByText("Physician (NPI) is required").length;
    expect(missing()).toBeGreaterThan(0);
    await find(0, "li", "Lind, Ada", "Lima, Bo");
    const field = screen.getByLabelText("Search physicians");
    fireEvent.keyDown(field, { key: "ArrowDown" });
    fireEvent.keyDown(field, { key: "Enter" });
    expect(sent()).toEqual(["11"]);
    expect(missing()).toBe(0);
    expect(told()).toContain("Lind, Ada chosen");
    expect(field).toHaveProperty("value", "");
    expect(screen.queryByRole("listbox", { name: /Found/ })).toBeNull();
    await find(1, "mo", "Moe, Bo");
    fireEvent.click(screen.getByRole("option", { name: "Moe, Bo" }));
    expect(sent()).toEqual(["21"]);
    expect(screen.getByRole("radio", { name: "Moe, Bo" })).toMatchObject({
      checked: true,
      defaultChecked: false,
    });
  });

  test("begins at once by its button, and by Enter", async () => {
    const field = screen.getByLabelText("Search physicians");
    type("li");
    fireEvent.click(screen.getByRole("button", { name: "Search" }));
    await pass(0);
    expect(asked).toHaveLength(1);
    type("lin");
    fireEvent.keyDown(field, { key: "Enter" });
    await pass(0);
    expect(asked.map(({ href }) => href)).toEqual([
      expect.stringContaining("=li&"),
      expect.stringContaining("=lin&"),
    ]);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test.each<[string, () => Response]>([
    ["fails", () => new Response("", { status: 500 })],
    ["leads elsewhere", () => new Response(null, { status: 204 })],
    ["says nothing of physicians", () => Response.json({ form: {} })],
  ])("that %s is told under it, and can be made again", async (_, response) => {
    type("li");
    await pass(500);
    await act(async () => {
      asked[0]?.resolve(response());
      await vi.advanceTimersByTimeAsync(0);
    });
    await pass(500);
    expect(told().join()).toContain("An unexpected error had occurred.");
    const field = screen.getByLabelText("Search physicians");
    expect(field).toHaveProperty("value", "li");
    fireEvent.click(screen.getByRole("button", { name: "Search" }));
    await pass(0);
    await answer(1, "li", "Lind, Ada");
    expect(listed()).toEqual(["Lind, Ada"]);
  });

  test("that takes too long is given up", async () => {
    type("li");
    await pass(500);
    await pass(10_000);
    await pass(500);
    expect(told().join()).toContain("An unexpected error had occurred.");
  });
});
