import { createRemixStub } from "@remix-run/testing";
import { expect, test } from "vitest";
import type { Freshness } from "~/domain/freshness";
import { all, nameOf, textOf } from "../../../tests/pages/support/document";
import { drawn } from "../../../tests/pages/support/drawn-page";
import { PageFrame } from "./page-frame";
import type { ShellData } from "./shell-data";
import { shellData } from "./testing/shell-data";

function fresh(when: string): Freshness {
  return { accurate: `Data is accurate as of ${when}`, bar: null, link: null };
}

const signedIn = shellData({
  freshness: fresh("06:05 PM ET 11/20/2026"),
});

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
  const loaderData = { root: shell, page: pageData };
  return drawn(<Stub hydrationData={{ loaderData }} />);
}

const footerOf = (page: Awaited<ReturnType<typeof show>>) =>
  textOf(page.querySelector("footer"));

test("the tabs of the page's place go before the user's own, and say their numbers and which one is present", async () => {
  const tabs = [
    { text: "Overview", href: "/" },
    {
      ...{ text: "Today", href: "/today/facility/4" },
      count: { shown: "13", of: "need attention" },
    },
  ];
  const own = { name: null, tabs: [], onPhone: 0, prints: [], files: [] };
  const files = [{ text: "This list (CSV)", href: "/list.csv" }];
  const prints = [{ text: "This page: Ctrl + P" }];
  const nav = { ...own, name: "Elm House", tabs, onPhone: 2, prints, files };
  const page = await show({ ...signedIn, nav: own }, { nav });
  expect(page.querySelector("nav[aria-label='Pages']")).toBeNull();
  const links = all(page, "nav[aria-label='Elm House'] > ul > li > a");
  expect(links.map(nameOf)).toEqual(["Overview", "Today 13 need attention"]);
  expect(links.map((link) => link.getAttribute("aria-current"))).toEqual([
    "page",
    null,
  ]);
  // On a phone the files are behind 'More', and there are no keys to print with.
  expect(textOf(page.querySelector("nav details li.wide"))).toBe(
    "This page: Ctrl + P",
  );
  const menus = all(page, "nav details").map((menu) => [
    textOf(menu.querySelector("summary")),
    ...all(menu, "a").map((link) => link.getAttribute("href")),
  ]);
  expect(menus).toEqual([
    ["More", "/list.csv"],
    ["Print"],
    ["Export", "/list.csv"],
  ]);
});

test("the menu of places is called by the place of the page, and is not there without places", async () => {
  const places = [{ text: "All locations", href: "/search" }];
  const nav = {
    name: "Elm House",
    tabs: [],
    onPhone: 0,
    prints: [],
    files: [],
  };
  const menuOf = async (given: ShellData) =>
    all(await show(given, { nav }), "header details.places");
  const [menu] = await menuOf({ ...signedIn, places });
  expect(nameOf(menu?.querySelector("summary"))).toBe("Elm House");
  expect(menu && all(menu, "a").map(textOf)).toEqual(["All locations"]);
  expect(await menuOf(signedIn)).toEqual([]);
});

test("the time that the page itself has read goes before the session's", async () => {
  const freshness = fresh("09:30 AM ET 11/21/2026");
  const footer = footerOf(await show(signedIn, { freshness }));
  expect(footer).toContain("Data is accurate as of 09:30 AM ET 11/21/2026");
});

test("a page whose own data are fresh needs no bar for older ones", async () => {
  const bar = { severity: "error" as const, text: "Old.", key: "old" };
  const page = await show(
    { ...signedIn, freshness: { ...fresh("06:05 PM ET"), bar } },
    { freshness: fresh("09:30 AM ET") },
  );
  expect(page.querySelector("aside")).toBeNull();
});
