// @vitest-environment happy-dom
import { Link, Outlet, useLocation } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { fireEvent, render, screen } from "@testing-library/react";
import { useEffect, useRef } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { arrive, begin, goToPlace, keepPlace } from "./arrive";
import { PageArrival } from "./page-arrival";

// What waits for a network has tests of its own.
vi.mock("../connection/watch-connection", () => ({
  watchConnection: () => undefined,
}));

describe("an arrival", () => {
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
    document.body.innerHTML = "";
    window.location.hash = "";
  });

  test("the title is said a moment after the page has come", () => {
    arrive(region, document.activeElement);
    expect(region.textContent).toBe("");
    vi.advanceTimersByTime(100);
    expect(region.textContent).toBe("Region Profile: Coast – Sojourn");
    vi.advanceTimersByTime(10_000);
    expect(region.textContent).toBe("");
  });

  test("of two pages in a moment only the last is said, and the same title is said again", () => {
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
});

describe("the pages of a router", () => {
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

  /** As a form that is not there any more when its answer has led back to the page. */
  function Once() {
    const isFirst = useLocation().key === "default";
    return (
      <section aria-label="Notes">
        {isFirst ? <Link to="/">Mark all as read</Link> : null}
      </section>
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
            <Once />
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

  test("what leads back to its page and is gone then leaves the focus in the part that it stood in", async () => {
    begin();
    show();
    const link = screen.getByRole("link", { name: "Mark all as read" });
    link.focus();
    fireEvent.click(link);
    const part = screen.getByRole("region", { name: "Notes" });
    await vi.waitFor(() => expect(document.activeElement).toBe(part), WAIT);
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
});
