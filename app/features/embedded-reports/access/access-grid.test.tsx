// @vitest-environment happy-dom
import { json } from "@remix-run/node";
import { createRemixStub } from "@remix-run/testing";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { AccessLevel } from "~/domain/access/ranks";
import { showNotice } from "~/features/shell/notices/client-notices";
import { ReportsConfigScreen } from "./access-grid";
import { ACTION } from "./use-access-cell";

vi.mock("~/features/shell/notices/client-notices", () => ({
  dropNotices: vi.fn(),
  showNotice: vi.fn(),
}));

const SAVED = { tone: "success", text: "Access updated successfully" };

/** Answers to what was asked, oldest first. */
let held: ((answer: Response | Error) => Promise<void>)[];
let asked: object[];
/** Who sees the report by now, whoever has said so. */
let roles: AccessLevel[];

beforeEach(async () => {
  held = [];
  asked = [];
  roles = ["division"];
  vi.mocked(showNotice).mockClear();
  // Browsers before 2022 do not have it.
  Reflect.deleteProperty(AbortSignal, "timeout");
  vi.stubGlobal("fetch", (address: string, init: RequestInit) => {
    const { method, body, signal } = init;
    const fields = Object.fromEntries(body as URLSearchParams);
    asked.push({ address, method, ...fields });
    return new Promise((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(new Error("aborted")));
      held.push((answer) =>
        act(async () =>
          answer instanceof Error ? reject(answer) : resolve(answer),
        ),
      );
    });
  });
  const Page = createRemixStub([
    {
      id: "root",
      path: "/",
      loader: () => json({ csrfToken: "token" }),
      children: [
        {
          index: true,
          Component: ReportsConfigScreen,
          loader: () => {
            const row = { id: 1, slug: "notes", title: "Notes" };
            const rows = [{ ...row, isEmbedded: false, roles, ticked: roles }];
            const grid = { state: "data", rows, page: 1, pages: 1 };
            const rest = { isKept: false, isSetUp: true };
            return json({ grid, ...rest, unexpected: "Not expected." });
          },
        },
      ],
    },
  ]);
  render(<Page />);
  await screen.findByRole("table");
  vi.useFakeTimers();
});

const box = (level: string) =>
  screen.getByRole<HTMLInputElement>("checkbox", { name: `Notes, ${level}` });
const busy = () => document.querySelectorAll("[data-busy]").length;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const save = () => held.shift()?.(Response.json({ saved: true }));

test("a box flips at once, shows that it is being saved, and then what others have saved", async () => {
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  fireEvent.click(box("Facility"));
  fireEvent.click(box("Region"));
  expect(box("Facility").checked).toBe(true);
  expect(screen.getByText("Saving Notes, Region")).toBeTruthy();
  expect(busy()).toBe(2);
  roles = ["facility", "region"];
  await save();
  expect(showNotice).toHaveBeenCalledWith(SAVED);
  await save();
  await pass(900);
  expect(busy()).toBe(2);
  await pass(100);
  expect(busy()).toBe(0);
  const ticked = ["Facility", "Region", "Division"].map(
    (level) => box(level).checked,
  );
  expect(ticked).toEqual([true, true, false]);
});

test("the last of some quick clicks counts", async () => {
  fireEvent.click(box("Facility"));
  fireEvent.click(box("Facility"));
  await save();
  await save();
  expect(box("Facility").checked).toBe(false);
  const change = { csrf: "token", report: "1", level: "facility" };
  const sent = { address: ACTION, method: "POST", ...change };
  expect(asked).toEqual([
    { ...sent, allow: "true" },
    { ...sent, allow: "false" },
  ]);
  expect(showNotice).toHaveBeenLastCalledWith(SAVED);
});

test.each<[string, () => unknown, string]>([
  [
    "is refused",
    () =>
      held[0]?.(
        Response.json({ saved: false, error: "Not now." }, { status: 409 }),
      ),
    "Not now.",
  ],
  ["meets no network", () => held[0]?.(new Error("gone")), "Not expected."],
  ["has no answer for 15 seconds", () => pass(15_000), "Not expected."],
])("what %s flips back and says so", async (_, answer, words) => {
  fireEvent.click(box("Facility"));
  expect(box("Facility").checked).toBe(true);
  await answer();
  expect(box("Facility").checked).toBe(false);
  const text = `Notes, Facility: ${words}`;
  expect(showNotice).toHaveBeenLastCalledWith({ tone: "error", text });
  const error = box("Facility").getAttribute("aria-describedby") ?? "";
  expect(document.getElementById(error)?.textContent).toBe(text);
});
