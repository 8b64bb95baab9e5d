// @vitest-environment happy-dom
import { useSearchParams } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Pager } from "./pager";

afterEach(cleanup);

function show(page: number, pages: number) {
  const Stub = createRemixStub([
    {
      path: "/",
      Component: () => (
        <Pager
          label="Pages of fruits"
          page={page}
          pages={pages}
          hrefOf={(one) => `?page=${one}`}
        />
      ),
    },
  ]);
  render(<Stub />);
}

/** What is said of each place, after what is drawn before it. */
function items(): string[] {
  return screen.queryAllByRole("listitem").map((item) => {
    const link = item.querySelector("a");
    const text = item.textContent ?? "";
    return link
      ? text.replace(
          link.textContent ?? "",
          link.getAttribute("aria-label") ?? "",
        )
      : text;
  });
}

test("one page needs no pager", () => {
  show(1, 1);
  expect(screen.queryByRole("navigation")).toBeNull();
});

test("the first page has no page before it, and the last none after it", () => {
  show(1, 4);
  expect(items()).toEqual(["Page 1", "Page 2", "…Page 4", "Next page"]);
  cleanup();
  show(3, 3);
  expect(items().at(0)).toBe("Previous page");
  expect(items().at(-1)).toBe("Page 3");
});

test("of many pages the ends and the neighbours have links, and the open one is marked", () => {
  show(50, 100);
  expect(items()).toEqual([
    "Previous page",
    "Page 1",
    "…Page 49",
    "Page 50",
    "Page 51",
    "…Page 100",
    "Next page",
  ]);
  expect(screen.getByText("50").closest("[aria-current]")?.tagName).toBe(
    "SPAN",
  );
  const next = screen.getByRole("link", { name: "Next page" });
  expect(next.getAttribute("rel")).toBe("next");
  expect(next.getAttribute("href")).toBe("/?page=51");
  expect(
    screen.getByRole("link", { name: "Previous page" }).getAttribute("rel"),
  ).toBe("prev");
});

test("a link that leads to where it has no place hands the focus on to the page that is open", async () => {
  const Stub = createRemixStub([
    {
      path: "/",
      Component: () => (
        <Pager
          label="Pages of fruits"
          page={Number(useSearchParams()[0].get("page"))}
          pages={3}
          hrefOf={(one) => `?page=${one}`}
        />
      ),
    },
  ]);
  render(<Stub initialEntries={["/?page=2"]} />);
  for (const [link, open] of [
    ["Next page", "Page 3"],
    ["Page 2", "Page 2"],
    ["Previous page", "Page 1"],
  ] as const) {
    const one = await screen.findByRole("link", { name: link });
    one.focus();
    await act(async () => one.click());
    await vi.waitFor(() =>
      expect(document.activeElement?.textContent).toBe(open),
    );
  }
});
