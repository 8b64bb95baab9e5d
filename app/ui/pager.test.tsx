import { expect, test } from "vitest";
import {
  all,
  textOf,
  type PageDocument,
} from "../../tests/pages/support/document";
import { drawnPage } from "../../tests/pages/support/drawn-page";
import { Pager } from "./pager";

function show(page: number, pages: number) {
  return drawnPage(
    <Pager
      label="Pages of fruits"
      page={page}
      pages={pages}
      hrefOf={(one) => `?page=${one}`}
    />,
  );
}

/** What is said of each place, after what is drawn before it. */
function items(page: PageDocument): string[] {
  return all(page, "li").map((item) => {
    const link = item.querySelector("a");
    return link
      ? textOf(item).replace(
          textOf(link),
          link.getAttribute("aria-label") ?? "",
        )
      : textOf(item);
  });
}

test("one page needs no pager", async () => {
  expect((await show(1, 1)).querySelector("nav")).toBeNull();
});

test("the first page has no page before it, and the last none after it", async () => {
  expect(items(await show(1, 4))).toEqual([
    "Page 1",
    "Page 2",
    "…Page 4",
    "Next page",
  ]);
  const last = items(await show(3, 3));
  expect(last.at(0)).toBe("Previous page");
  expect(last.at(-1)).toBe("Page 3");
});

test("of many pages the ends and the neighbours have links, and the open one is marked", async () => {
  const page = await show(50, 100);
  expect(items(page)).toEqual([
    "Previous page",
    "Page 1",
    "…Page 49",
    "Page 50",
    "Page 51",
    "…Page 100",
    "Next page",
  ]);
  const open = page.querySelector("[aria-current]");
  expect([open?.localName, textOf(open)]).toEqual(["span", "Page 50"]);
  const ways = all(page, "a[rel]").map((link) =>
    ["aria-label", "rel", "href"].map((name) => link.getAttribute(name)),
  );
  expect(ways).toEqual([
    ["Previous page", "prev", "/?page=49"],
    ["Next page", "next", "/?page=51"],
  ]);
});
