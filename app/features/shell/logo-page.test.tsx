// @vitest-environment happy-dom
import { createRemixStub } from "@remix-run/testing";
import { renderToStaticMarkup } from "react-dom/server";
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { LogoPage } from "./logo-page";
import type { OwnLocations } from "./own-locations";

afterEach(cleanup);

function page(locations: OwnLocations | null) {
  const Stub = createRemixStub([
    {
      path: "/",
      Component: () => <LogoPage siteName="Harbor" locations={locations} />,
    },
  ]);
  return <Stub />;
}

const LOCATIONS = {
  heading: "Your facilities",
  links: [
    { name: "Elm House", href: "/facility-profile/101" },
    { name: "Oak House", href: "/facility-profile/102" },
  ],
};

test("under the logo each of the viewer's places is a link to its page", () => {
  render(page(LOCATIONS));
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Harbor");
  const list = within(
    screen.getByRole("navigation", { name: "Your facilities" }),
  );
  expect(
    list
      .getAllByRole("link")
      .map((link) => [link.textContent, link.getAttribute("href")]),
  ).toEqual([
    ["Elm House", "/facility-profile/101"],
    ["Oak House", "/facility-profile/102"],
  ]);
});

test("without places there is the logo alone", () => {
  render(page(null));
  expect(screen.getByRole("heading", { level: 1 })).toBeTruthy();
  expect(screen.queryByRole("navigation")).toBeNull();
  expect(screen.queryByRole("link")).toBeNull();
});

test("the links are there before any script runs", () => {
  expect(renderToStaticMarkup(page(LOCATIONS))).toContain(
    'href="/facility-profile/102"',
  );
});
