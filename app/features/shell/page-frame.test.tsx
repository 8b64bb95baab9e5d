// @vitest-environment happy-dom
import { Link, Outlet } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import {
  cleanup,
  fireEvent,
  render,
  screen,
  within,
} from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Freshness } from "~/domain/freshness";
import { PageFrame } from "./page-frame";
import type { ShellData } from "./shell-data";

afterEach(cleanup);

function fresh(when: string): Freshness {
  return { accurate: `Data is accurate as of ${when}`, bar: null, link: null };
}

const signedIn: ShellData = {
  siteName: "Sojourn",
  dataProvider: "PCC",
  user: { name: "Dana Whitcombe", initials: "DW" },
  reports: { unread: null },
  accountLinks: [{ href: "/change-password", text: "Change password" }],
  csrfToken: "token-1",
  session: null,
  notices: [],
  standing: [],
  freshness: fresh("06:05 PM ET 11/20/2026"),
  offersScripts: true,
  hasOwnSheet: false,
  isRejectedForm: false,
};

function show(given: ShellData, pageData: Record<string, unknown> = {}) {
  // What is remembered with the data of one page is not to be found by the next test.
  const shell = { ...given };
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
  expect(banner.getByTitle("Dana Whitcombe").getAttribute("aria-label")).toBe(
    "Account of Dana Whitcombe",
  );
  expect(banner.getByText("Logged in as Dana Whitcombe")).toBeTruthy();
  // It stands in the menu that is closed.
  const password = banner.getByText("Change password");
  expect(password.getAttribute("href")).toBe("/change-password");
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
  show(signedIn, { freshness: fresh("09:30 AM ET 11/21/2026") });
  expect(
    screen.getByText("Data is accurate as of 09:30 AM ET 11/21/2026"),
  ).toBeTruthy();
});

test("a page that read no time leaves the session's", () => {
  show(signedIn, { freshness: null });
  expect(
    screen.getByText("Data is accurate as of 06:05 PM ET 11/20/2026"),
  ).toBeTruthy();
});

test("a page that read no time keeps the one that the page before it has read", async () => {
  const shell = { ...signedIn, freshness: null };
  const read = { freshness: fresh("09:30 AM ET 11/21/2026") };
  const Stub = createRemixStub([
    {
      id: "root",
      path: "/",
      Component: () => (
        <PageFrame>
          <Outlet />
        </PageFrame>
      ),
      ErrorBoundary: () => (
        <PageFrame>
          <h1>Not found</h1>
        </PageFrame>
      ),
      loader: () => shell,
      shouldRevalidate: () => false,
      children: [
        {
          id: "first",
          index: true,
          Component: () => <Link to="/plain">Plain</Link>,
          loader: () => read,
        },
        {
          id: "plain",
          path: "plain",
          Component: () => (
            <>
              <h1>Plain page</h1>
              <Link to="/missing">Missing</Link>
            </>
          ),
        },
      ],
    },
  ]);
  render(<Stub hydrationData={{ loaderData: { root: shell, first: read } }} />);
  const time = "Data is accurate as of 09:30 AM ET 11/21/2026";
  for (const [link, heading] of [
    ["Plain", "Plain page"],
    ["Missing", "Not found"],
  ] as const) {
    fireEvent.click(screen.getByRole("link", { name: link }));
    await screen.findByRole("heading", { name: heading });
    expect(screen.getByText(time)).toBeTruthy();
  }
});

test("without a time the footer does not speak of one", () => {
  show({ ...signedIn, freshness: null });
  expect(screen.queryByText(/accurate as of/)).toBeNull();
});

test("notices of the session, of every page and of this one stand in main", async () => {
  show(
    {
      ...signedIn,
      notices: [{ tone: "success", text: "Saved." }],
      standing: [{ tone: "error", text: "No locations." }],
    },
    { notices: [{ tone: "error", text: "It failed." }] },
  );
  const main = within(screen.getByRole("main"));
  await main.findByText("Saved.");
  expect(
    screen.getByRole("main").querySelector("[aria-live=polite]")?.textContent,
  ).toContain("Saved.");
  const alert = main.getByRole("alert").textContent;
  expect(alert).toContain("No locations.");
  expect(alert).toContain("It failed.");
});

test("the place of the freshness bar is a live region before there is any", () => {
  const { container } = show(signedIn);
  const region = container.querySelector("header")?.previousElementSibling;
  expect(region?.getAttribute("aria-live")).toBe("polite");
  expect(region?.childElementCount).toBe(0);
});

test("old data are told before the header, after the skip link, in a landmark of their own", async () => {
  const bar = {
    severity: "warning" as const,
    text: "The data are old.",
    key: "freshness:warning:2026-11-20 18:05:00",
  };
  show(signedIn, { freshness: { ...fresh("06:05 PM ET"), bar } });
  const aside = await screen.findByRole("complementary", {
    name: "Data freshness",
  });
  expect(aside.textContent).toContain("Warning: The data are old.");
  // Said once where scripts bring it, for which its region is there before.
  expect(aside.closest("[role=alert], [role=status]")).toBeNull();
  const region = aside.closest("[aria-live=polite]");
  expect(region).not.toBeNull();
  const following = Node.DOCUMENT_POSITION_FOLLOWING;
  const skip = screen.getByRole("link", { name: "Skip to main content" });
  expect(skip.compareDocumentPosition(aside)).toBe(following);
  const header = screen.getByRole("banner");
  expect(aside.compareDocumentPosition(header)).toBe(following);
});

test("the footer leads to what is known of the census while the data are fresh, but not from there", () => {
  const link = { href: "/census", text: "The census", shortText: "Census" };
  const footerLink = () =>
    within(screen.getByRole("contentinfo")).queryByRole("link");
  show({ ...signedIn, freshness: { ...fresh("06:05 PM ET"), link } });
  expect(footerLink()?.getAttribute("href")).toBe("/census");
  cleanup();
  show({ ...signedIn, freshness: fresh("06:05 PM ET") });
  expect(footerLink()).toBeNull();
});

test("a page whose own data are fresh needs no bar for older ones", () => {
  const bar = {
    severity: "error" as const,
    text: "Old.",
    key: "old",
  };
  show(
    { ...signedIn, freshness: { ...fresh("06:05 PM ET"), bar } },
    { freshness: fresh("09:30 AM ET") },
  );
  expect(screen.queryByRole("complementary")).toBeNull();
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
