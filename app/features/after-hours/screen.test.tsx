// @vitest-environment happy-dom
import { createRemixStub } from "@remix-run/testing";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EVERYWHERE } from "~/domain/places/location-choice";
import {
  clientNotices,
  dropNotices,
} from "~/features/shell/notices/client-notices";
import { AfterHoursScreen } from "./screen";
import type { AfterHoursView } from "./load-after-hours.server";
import type { NoteRow } from "./note-rows";

const PATH = "/reports/after-hours-patient-report/";

const ROW: NoteRow = {
  key: "7",
  noteId: 7,
  isUnread: true,
  isNew: true,
  places: {},
  patientHref: null,
  patient: "Doe, Jane",
  mrn: "123",
  time: "06/14/2026 11:05 PM ET",
  kind: "progress",
  type: "Progress",
  highRisk: true,
  isnp: false,
  preview: "Seen by…",
  text: "Seen by telehealth.",
  provider: "Night Team",
  admission: null,
  discharge: null,
};

function viewOf(rows: NoteRow[], changes: Partial<AfterHoursView> = {}) {
  return {
    crumbs: [],
    path: PATH,
    markHref: `${PATH}?_data=notes`,
    query: "",
    filters: { hours: 24, highRisk: false, isnp: false },
    isUnfiltered: true,
    isnpFixed: false,
    locations: {
      options: { division: [], region: [], facility: [] },
      choice: EVERYWHERE,
    },
    columns: ["patient", "time", "note"],
    sort: null,
    isInFull: false,
    paper: "",
    longestHref: "",
    unfilteredHref: "",
    filterNotes: [],
    notes: {
      state: "data",
      data: {
        rows,
        countText: "1 note from the last 24 hours",
        inLongest: rows.length,
        hiddenText: null,
        hiddenBy: null,
        newText: null,
        page: 1,
        pages: 1,
      },
    },
    keys: { rows: "" },
    notices: [],
    freshness: null,
    ...changes,
  } satisfies AfterHoursView;
}

const sent = vi.fn<Navigator["sendBeacon"]>(() => true);

function page(view: AfterHoursView) {
  const Stub = createRemixStub([
    {
      id: "root",
      path: "/",
      children: [
        {
          id: "report",
          path: "reports/after-hours-patient-report",
          Component: () => <AfterHoursScreen view={view} />,
        },
      ],
    },
  ]);
  return (
    <Stub
      initialEntries={[PATH]}
      hydrationData={{ loaderData: { root: { csrfToken: "token" } } }}
    />
  );
}

function texts(): string[] {
  return clientNotices.current().map(({ tone, text }) => `${tone}: ${text}`);
}

function giveClipboard(clipboard: object | undefined) {
  Object.defineProperty(navigator, "clipboard", {
    value: clipboard,
    configurable: true,
  });
}

beforeEach(() => {
  document.execCommand = vi.fn(() => false);
  navigator.sendBeacon = sent;
});
afterEach(() => {
  dropNotices(() => true);
  sent.mockClear();
});

const copyButton = () =>
  screen.getByRole("button", { name: "Copy MRN# 123 of Doe, Jane" });

test("an MRN is text, and a button that copies it where scripts run", async () => {
  const html = renderToStaticMarkup(page(viewOf([ROW])));
  expect(html).toContain("MRN#");
  expect(html).not.toContain("Copy MRN#");
  const writeText = vi.fn(async () => undefined);
  giveClipboard({ writeText });
  render(page(viewOf([ROW])));
  fireEvent.click(copyButton());
  await vi.waitFor(() =>
    expect(texts()).toEqual(["success: MRN# copied to clipboard"]),
  );
  expect(writeText).toHaveBeenCalledWith("123");
});

test.each([
  ["has no clipboard", undefined],
  [
    "refuses it",
    { writeText: () => Promise.reject(new Error("NotAllowedError")) },
  ],
])("a browser that %s copies an MRN in the old way", async (_, clipboard) => {
  giveClipboard(clipboard);
  let copied: string | undefined;
  document.execCommand = vi.fn(() => {
    copied = String(getSelection());
    return true;
  });
  render(page(viewOf([ROW])));
  copyButton().focus();
  fireEvent.click(copyButton());
  await vi.waitFor(() =>
    expect(texts()).toEqual(["success: MRN# copied to clipboard"]),
  );
  expect(copied).toBe("123");
  expect(document.activeElement).toBe(copyButton());
});

test("an MRN that cannot be copied is selected, and this is said", async () => {
  giveClipboard(undefined);
  render(page(viewOf([ROW])));
  fireEvent.click(copyButton());
  await vi.waitFor(() =>
    expect(texts()).toEqual([
      "error: The browser blocked the copy. The MRN# is selected now: press Ctrl+C or ⌘C to copy it.",
    ]),
  );
  expect(String(getSelection())).toBe("123");
});

function openNote() {
  const details = document.querySelector<HTMLDetailsElement>("details.note")!;
  // The window tells of it by itself, as a browser does.
  act(() => {
    details.open = !details.open;
  });
}

test("opening an unread note marks it as read without leaving the page", async () => {
  const other = { ...ROW, key: "8", noteId: 8, patient: "Roe, Ann" };
  render(page(viewOf([ROW, other])));
  expect(screen.getAllByText("New")).toHaveLength(2);
  screen.getByText("2 unread notes");
  openNote();
  const [[address, body] = []] = sent.mock.calls;
  expect(address).toBe(`${PATH}?_data=notes`);
  expect(body).toEqual(
    new URLSearchParams({ csrf: "token", notes: "7", quiet: "true" }),
  );
  expect(screen.getAllByText("New")).toHaveLength(1);
  screen.getByText("1 unread note");
  expect(document.querySelector<HTMLInputElement>("[name=notes]")?.value).toBe(
    "8",
  );
  openNote();
  openNote();
  expect(sent).toHaveBeenCalledOnce();
});

test.each([
  ["was read before", viewOf([{ ...ROW, isUnread: false }])],
  ["is open with all others", viewOf([ROW], { isInFull: true })],
])("opening a note that %s marks nothing", async (_, view) => {
  render(page(view));
  openNote();
  expect(sent).not.toHaveBeenCalled();
});
