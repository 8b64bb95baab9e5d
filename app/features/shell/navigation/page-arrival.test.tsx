// @vitest-environment happy-dom
import { Link, Outlet } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useEffect, useRef } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { PageArrival } from "./page-arrival";

afterEach(cleanup);

const WAIT = { timeout: 10_000 };

function Page({ title }: { title: string }) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return <h1>{title}</h1>;
}

/** Has the focus on its link by the time that the browser shows it, as one who presses Tab at once. */
function QuickPage() {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus(), []);
  return (
    <Link ref={link} to="/">
      Back
    </Link>
  );
}

function show() {
  const Stub = createRemixStub([
    {
      id: "root",
      path: "/",
      Component: () => (
        <main tabIndex={-1}>
          <Link to="/next">Next</Link>
          <Link to="/quick">Quick</Link>
          <Link to="?sort=name">Sort</Link>
          <Link to="?list=open#list">Open list</Link>
          <h2 id="list">List</h2>
          <Outlet />
          <PageArrival />
        </main>
      ),
      children: [
        { index: true, Component: () => <Page title="First page" /> },
        { path: "next", Component: () => <Page title="Next page" /> },
        { path: "quick", Component: QuickPage },
      ],
    },
  ]);
  const { container } = render(<Stub />);
  return container.querySelector("[aria-live]")!;
}

test("the live region is there from the start, and says nothing of the first page", async () => {
  const region = show();
  await screen.findByRole("heading", { name: "First page" }, WAIT);
  expect(region.getAttribute("aria-live")).toBe("polite");
  expect(region.textContent).toBe("");
});

test("a page that scripts open is told by its title, once, and main has the focus; a new query says and moves nothing", async () => {
  const region = show();
  const said: (string | null)[] = [];
  new MutationObserver(() => said.push(region.textContent)).observe(region, {
    childList: true,
  });
  const sort = screen.getByRole("link", { name: "Sort" });
  sort.focus();
  fireEvent.click(sort);
  await vi.waitFor(
    () => expect(sort.getAttribute("href")).toContain("sort=name"),
    WAIT,
  );
  expect(document.activeElement).toBe(sort);

  fireEvent.click(screen.getByRole("link", { name: "Next" }));
  await vi.waitFor(() => expect(region.textContent).toBe("Next page"), WAIT);
  expect(said.filter((text) => text !== "")).toEqual(["Next page"]);
  expect(document.activeElement).toBe(screen.getByRole("main"));
});

test("what is reached by Tab before the page is said keeps the focus", async () => {
  const region = show();
  document.title = "Quick page";
  fireEvent.click(screen.getByRole("link", { name: "Quick" }));
  const link = await screen.findByRole("link", { name: "Back" }, WAIT);
  await vi.waitFor(() => expect(region.textContent).toBe("Quick page"), WAIT);
  expect(document.activeElement).toBe(link);
});

test("a place of the same page that a link asks for has the focus, each time that it is pressed", async () => {
  show();
  const link = screen.getByRole("link", { name: "Open list" });
  for (let times = 0; times < 2; times += 1) {
    link.focus();
    fireEvent.click(link);
    const list = screen.getByRole("heading", { name: "List" });
    await vi.waitFor(() => expect(document.activeElement).toBe(list), WAIT);
  }
});
