// @vitest-environment happy-dom
import { Link, useLocation, useNavigate } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import {
  cleanup,
  fireEvent,
  render,
  screen,
  within,
} from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { findFigure } from "~/domain/figures/overview-figures";
import { InspectorPanel } from "./inspector-panel";
import { testProfileView } from "../testing/profile-view";

const WORDS = "The export failed.";
const hydrationData = {
  loaderData: { root: { notices: [{ tone: "error", text: WORDS }] } },
};

afterEach(() => {
  cleanup();
  document.body.innerHTML = "";
});

function Page() {
  const tag = new URLSearchParams(useLocation().search).get("inspect");
  const navigate = useNavigate();
  const figure = findFigure(tag);
  return (
    <>
      <Link to="/?inspect=ed">Open ED</Link>
      <button onClick={() => navigate(-1)}>Back</button>
      <button onClick={() => navigate(1)}>Forward</button>
      {figure ? (
        <InspectorPanel
          key={figure.tag}
          view={testProfileView()}
          tag={figure.tag}
          closeHref="/"
        />
      ) : null}
    </>
  );
}

/** The page that an export came back to, as a document that scripts take over. */
function takeOver(path: string): void {
  const Site = createRemixStub([
    {
      id: "root",
      path: "/",
      loader: () => null,
      shouldRevalidate: () => false,
      Component: Page,
    },
  ]);
  const site = <Site initialEntries={[path]} hydrationData={hydrationData} />;
  const container = document.createElement("div");
  container.innerHTML = renderToString(site);
  expect(container.textContent).not.toContain(WORDS);
  document.body.append(container);
  render(site, { container, hydrate: true });
}

function press(words: string): void {
  fireEvent.click(screen.getByText(words));
}

function drawer(name: string) {
  return screen.findByRole("dialog", { name });
}

test("a failed export is told in the drawer that its document came with, and in none that is opened later", async () => {
  takeOver("/?inspect=rth");
  const failed = within(await drawer("RTH/RTH%"));
  expect((await failed.findByRole("alert")).textContent).toContain(WORDS);

  press("Open ED");
  expect(within(await drawer("ED/ED%")).queryByRole("alert")).toBeNull();
  press("Back");
  expect(within(await drawer("RTH/RTH%")).queryByRole("alert")).toBeNull();
  press("Forward");
  expect(within(await drawer("ED/ED%")).queryByRole("alert")).toBeNull();
});
