// @vitest-environment happy-dom
import { Link, useLocation } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import {
  cleanup,
  fireEvent,
  render,
  screen,
  within,
} from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { PageFrame } from "./page-frame";
import type { ShellData } from "./shell-data";

afterEach(cleanup);

const signedIn: ShellData = {
  siteName: "Sojourn",
  dataProvider: "PCC",
  user: { name: "Dana Whitcombe", initials: "DW" },
  csrfToken: "token-1",
  notices: [],
  lastUpdated: "2026-11-20 18:05:00",
  offersScripts: true,
  isRejectedForm: false,
};

function show(shell: ShellData, pageData: Record<string, unknown> = {}) {
  const Stub = createRemixStub([
    {
      id: "root",
      path: "/",
      Component: () => (
        <PageFrame>
          <h1>A page</h1>
        </PageFrame>
      ),
      loader: () => shell,
      children: [
        {
          id: "page",
          index: true,
          Component: () => null,
          loader: () => pageData,
        },
      ],
    },
  ]);
  return render(
    <Stub hydrationData={{ loaderData: { root: shell, page: pageData } }} />,
  );
}

test("a signed-in page has a banner, a main and a footer, and the skip link leads to main", () => {
  show(signedIn);
  expect(screen.getByRole("banner")).toBeTruthy();
  expect(screen.getByRole("contentinfo")).toBeTruthy();
  const main = screen.getByRole("main");
  const skip = screen.getByRole("link", { name: "Skip to main content" });
  expect(skip.getAttribute("href")).toBe(`#${main.id}`);
  expect(skip.compareDocumentPosition(screen.getByRole("banner"))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
});

test("the header leads home and says who is signed in", () => {
  show(signedIn);
  const banner = within(screen.getByRole("banner"));
  expect(
    banner.getByRole("link", { name: "Sojourn home" }).getAttribute("href"),
  ).toBe("/");
  expect(
    banner.getByRole("img", { name: "Dana Whitcombe" }).getAttribute("title"),
  ).toBe("Dana Whitcombe");
  expect(banner.getByText("Logged in as Dana Whitcombe")).toBeTruthy();
});

test("every way to log out is a post with the session's token", () => {
  show(signedIn);
  const buttons = screen.getAllByText("Log out", { selector: "button" });
  expect(buttons).toHaveLength(2);
  for (const button of buttons) {
    const form = button.closest("form");
    expect(form?.getAttribute("method")).toBe("post");
    expect(form?.getAttribute("action")).toBe("/logout");
    expect(form?.querySelector("[name=csrf]")?.getAttribute("value")).toBe(
      "token-1",
    );
  }
});

test("Escape closes the account menu and gives the focus back", () => {
  show(signedIn);
  const menu = screen
    .getByText("Logged in as Dana Whitcombe")
    .closest("details");
  menu?.setAttribute("open", "");
  const button = within(menu!).getByText("Log out");
  button.focus();
  fireEvent.keyDown(button, { key: "Escape" });
  expect(menu?.open).toBe(false);
  expect(document.activeElement).toBe(menu?.querySelector("summary"));
});

test("the footer has its three texts", () => {
  show(signedIn);
  const footer = within(screen.getByRole("contentinfo"));
  expect(
    footer.getByText(
      "Confidential Information for quality assurance and performance improvement.",
    ),
  ).toBeTruthy();
  expect(
    footer.getByText("Data is accurate as of 06:05 PM ET 11/20/2026"),
  ).toBeTruthy();
  expect(footer.getByText("Powered by PCC")).toBeTruthy();
});

test("the time that the page itself has read goes before the session's", () => {
  show(signedIn, { lastUpdated: "2026-11-21 09:30:00" });
  expect(
    screen.getByText("Data is accurate as of 09:30 AM ET 11/21/2026"),
  ).toBeTruthy();
});

test("without a time the footer does not speak of one", () => {
  show({ ...signedIn, lastUpdated: null });
  expect(screen.queryByText(/accurate as of/)).toBeNull();
});

test("notices of the session and of the page stand in main", () => {
  show(
    { ...signedIn, notices: [{ tone: "success", text: "Saved." }] },
    { notices: [{ tone: "error", text: "It failed." }] },
  );
  const main = within(screen.getByRole("main"));
  expect(main.getByRole("status").textContent).toContain("Saved.");
  expect(main.getByRole("alert").textContent).toContain("It failed.");
});

test("signed out there is only main", () => {
  show({ ...signedIn, user: null, csrfToken: null });
  expect(screen.getByRole("main")).toBeTruthy();
  expect(screen.queryByRole("banner")).toBeNull();
  expect(screen.queryByRole("contentinfo")).toBeNull();
});

test("nothing in the frame carries a style attribute", () => {
  const { container } = show(signedIn);
  expect(container.querySelector("[style]")).toBeNull();
});

test("after a navigation by script the new page's heading has the focus, after a new query nothing moves", async () => {
  const Stub = createRemixStub([
    {
      id: "root",
      path: "/",
      Component: () => (
        <PageFrame>
          <h1>{useLocation().pathname}</h1>
          <Link to="/next">Next</Link>
          <Link to="?sort=name">Sort</Link>
        </PageFrame>
      ),
      loader: () => signedIn,
      children: [{ path: "*", Component: () => null }],
    },
  ]);
  render(<Stub hydrationData={{ loaderData: { root: signedIn } }} />);
  const sort = screen.getByRole("link", { name: "Sort" });
  sort.focus();
  fireEvent.click(sort);
  await vi.waitFor(() => {
    expect(sort.getAttribute("href")).toContain("sort=name");
  });
  expect(document.activeElement).toBe(sort);

  fireEvent.click(screen.getByRole("link", { name: "Next" }));
  await vi.waitFor(() => {
    expect(document.activeElement).toBe(
      screen.getByRole("heading", { name: "/next" }),
    );
  });
});
