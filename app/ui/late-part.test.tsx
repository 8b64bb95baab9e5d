// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { fetchPartsOfPage, latePart } from "./late-part";

afterEach(() => {
  cleanup();
  document.body.innerHTML = "";
  vi.restoreAllMocks();
});

function Greeting({ name }: { name: string }) {
  return <p id="greeting">Good day, {name}</p>;
}

function partWith(fetchChunk: () => Promise<{ Greeting: typeof Greeting }>) {
  return latePart(fetchChunk, (chunk) => chunk.Greeting, "greeting");
}

function page(Part: ReturnType<typeof partWith>, name = "Ada") {
  return <Part name={name} />;
}

test("a part is fetched when a page has it, and not before", async () => {
  const fetchChunk = vi.fn(async () => ({ Greeting }));
  const Part = partWith(fetchChunk);
  expect(fetchChunk).not.toHaveBeenCalled();
  render(page(Part));
  expect(screen.queryByText("Good day, Ada")).toBeNull();
  expect(await screen.findByText("Good day, Ada")).toBeTruthy();
});

test("what the server has rendered is taken over at once when its script was fetched before", async () => {
  const fetchChunk = vi.fn(async () => ({ Greeting }));
  const Part = partWith(fetchChunk);
  const root = document.createElement("div");
  root.innerHTML = renderToString(page(Greeting));
  document.body.append(root);
  const before = root.querySelector("#greeting");
  await fetchPartsOfPage();
  expect(fetchChunk).toHaveBeenCalledTimes(1);

  const failures: unknown[] = [];
  const react = hydrateRoot(root, page(Part), {
    onRecoverableError: (error) => failures.push(error),
  });
  await new Promise((done) => setTimeout(done));
  react.render(page(Part, "Bo"));
  expect(await screen.findByText("Good day, Bo")).toBeTruthy();
  expect(root.querySelector("#greeting")).toBe(before);
  expect(failures).toEqual([]);
  react.unmount();
});

test("a part that the server has rendered to nothing is taken over as nothing", async () => {
  const Part = latePart(
    async () => ({ Nothing: () => null }),
    (chunk) => chunk.Nothing,
    "nothing",
  );
  const root = document.createElement("div");
  root.innerHTML = renderToString(<p id="beside">Beside it</p>);
  document.body.append(root);
  const before = root.querySelector("#beside");
  await fetchPartsOfPage();

  const failures: unknown[] = [];
  const react = hydrateRoot(
    root,
    <>
      <Part />
      <p id="beside">Beside it</p>
    </>,
    { onRecoverableError: (error) => failures.push(error) },
  );
  await new Promise((done) => setTimeout(done));
  expect(root.querySelector("#beside")).toBe(before);
  expect(failures).toEqual([]);
  react.unmount();
});

test("a page without the part fetches nothing, and one whose script does not come is told so", async () => {
  const fetchChunk = vi.fn(() => Promise.reject(new Error("no network")));
  partWith(fetchChunk);
  await fetchPartsOfPage();
  expect(fetchChunk).not.toHaveBeenCalled();
  document.body.innerHTML = `<p id="greeting">Good day, Ada</p>`;
  await expect(fetchPartsOfPage()).rejects.toThrow("no network");
});

test("a part that scripts ask for and that does not come is fetched with its page, as the server renders it", async () => {
  const reload = vi
    .spyOn(window.location, "reload")
    .mockImplementation(() => undefined);
  // As a page begins: files that ran before in this process may have said how to fetch from then on.
  vi.resetModules();
  const fresh = await import("./late-part");
  const Part = fresh.latePart(
    () =>
      Promise.reject<{ Greeting: typeof Greeting }>(new Error("no network")),
    (chunk) => chunk.Greeting,
    "greeting",
  );
  render(<Part name="Ada" />);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(screen.queryByText("Good day, Ada")).toBeNull();
});
