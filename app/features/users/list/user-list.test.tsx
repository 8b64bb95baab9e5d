// @vitest-environment happy-dom
import { useSearchParams } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { readUserListQuery } from "../rules/list-words";
import type { UserListView } from "./load-users.server";
import { UserFilters, UserTable } from "./screen";

function tableOf(text: string, page: number): UserListView["table"] {
  if (text === "nobody") return { state: "empty" };
  return { state: "data", rows: [], count: `Page ${page}`, page, pages: 3 };
}

/** The list as its address has it: every search finds three pages of users, but that for nobody. */
function List() {
  const query = readUserListQuery(useSearchParams()[0]);
  const table = tableOf(query.text, query.page);
  const view: UserListView = {
    query,
    table,
    hasOwnPages: true,
    hasOrganisation: false,
    emergency: null,
    lacksEmergency: false,
  };
  return (
    <>
      <UserFilters view={view} />
      <UserTable view={view} />
    </>
  );
}

beforeEach(() => {
  const Stub = createRemixStub([{ path: "/users", Component: List }]);
  render(<Stub initialEntries={["/users?page=3"]} />);
});

async function searchFor(text: string): Promise<HTMLInputElement> {
  const field = screen.getByRole<HTMLInputElement>("searchbox");
  field.focus();
  fireEvent.change(field, { target: { value: text } });
  await act(async () => field.form?.requestSubmit());
  return field;
}

test("whoever searches by the Enter key stays in the field, which shows what was searched for", async () => {
  const field = await searchFor("  una ");
  expect(await screen.findByText("Page 1", { selector: "p" })).toBeTruthy();
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe("una");
});

test("a search without matches is told in a region that was there before", async () => {
  const regions = [...document.querySelectorAll("[aria-live=polite]")];
  await searchFor("nobody");
  await screen.findByText("No results found for this search.");
  expect(regions.map((region) => region.textContent)).toContainEqual(
    expect.stringMatching(/^No results found for this search\./),
  );
});

test("a head that sorts keeps the focus, from a later page too", async () => {
  const head = screen.getByRole("link", { name: "Username" });
  head.focus();
  await act(async () => head.click());
  await screen.findByText("Page 1", { selector: "p" });
  expect(screen.getByRole("link", { name: "Username" })).toBe(
    document.activeElement,
  );
});
