// @vitest-environment happy-dom
import {
  Link,
  useLoaderData,
  useLocation,
  useNavigate,
} from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import {
  fireEvent,
  render,
  screen,
  waitFor,
  within,
} from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { findFigure } from "~/domain/figures/overview-figures";
import { LONG_GRAPH_TEXTS } from "./graphs/long-graph";
import { ComparePanel } from "./compare/compare-panel";
import { GraphPanel } from "./graphs/graph-panel";
import { InspectorPanel } from "./inspector/inspector-panel";
import type { CompareView, ProfileView } from "./profile-view";
import { testGraphsView, testLongGraphs } from "./testing/graphs-view";
import { testProfileView } from "./testing/profile-view";

beforeEach(() => {
  // The chart to explore needs a browser that lays out.
  vi.stubGlobal("navigator", { onLine: true, connection: { saveData: true } });
});

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.innerHTML = "";
});

/** Long enough for a second call, where there is one. */
const settled = () => new Promise((done) => setTimeout(done, 50));

/** Without scripts what a panel leads to lands at a place of the page; with them the page stays where it is. */
function expectNoPlaceToLandAt(dialog: HTMLElement): void {
  const links = within(dialog).getAllByRole("link");
  const hrefs = links.map((link) => link.getAttribute("href"));
  expect(hrefs.filter((href) => href?.includes("#"))).toEqual([]);
}

describe("a comparison", () => {
  const NOTHING = { events: [], denominators: [] };
  const DATA: { state: "data"; data: CompareView } = {
    state: "data",
    data: {
      children: [
        { id: 3, name: "Maple Court" },
        { id: 5, name: "Elm House" },
        { id: 8, name: "Yew House" },
      ],
      counts: {
        rth: { events: [20, 60, 21], denominators: [100, 100, 100] },
        ed: NOTHING,
        h_1000: NOTHING,
        ed_1000: NOTHING,
        adm_1000: NOTHING,
      },
      awaited: null,
    },
  };

  /** A panel that opens with `compare`, and has the figures from its first answer on. */
  function show(compare: ProfileView["compare"]) {
    const loader = vi.fn(() => DATA);
    const Page = createRemixStub([
      {
        path: "/",
        loader,
        Component: () => (
          <ComparePanel
            view={testProfileView({
              compare: useLoaderData<ProfileView["compare"]>(),
            })}
            tag="rth"
            closeHref="/region-profile/2"
          />
        ),
      },
    ]);
    render(
      <Page
        initialEntries={["/?compare=rth"]}
        hydrationData={{ loaderData: { "0": compare } }}
      />,
    );
    const dialog = screen.getByRole("dialog");
    return { loader, dialog, status: statusOf(dialog) };
  }

  const statusOf = (dialog: HTMLElement) =>
    dialog.querySelector("[aria-live=polite]");

  test("without its figures waits, asks for them once, and says what they show", async () => {
    const { loader, dialog, status } = show(null);
    expect(status?.textContent).toBe("Loading");
    await within(dialog).findByRole("table");
    // The same element: what is put into the page with its words is not said.
    expect(statusOf(dialog)).toBe(status);
    expect(status?.textContent).toContain(
      "Elm House is above the upper limit.",
    );
    await settled();
    expect(loader).toHaveBeenCalledTimes(1);
  });

  test("that has them asks for nothing, and says nothing twice", async () => {
    const { loader, dialog, status } = show(DATA);
    await settled();
    expect(loader).not.toHaveBeenCalled();
    expect(status?.textContent).toBe("");
    expectNoPlaceToLandAt(dialog);
  });
});

describe("a graph in full", () => {
  const loader = vi.fn(() => null);

  async function show(more: Partial<ProfileView>) {
    loader.mockClear();
    const view = testProfileView({
      graphs: { state: "data", data: testGraphsView() },
      ...more,
    });
    const Page = createRemixStub([
      {
        path: "/",
        loader,
        Component: () => (
          <GraphPanel view={view} tag="rth_30" closeHref="/region-profile/2" />
        ),
      },
    ]);
    render(<Page />);
    return screen.findByRole("dialog", { name: "30 Day RTH" });
  }

  test("that scripts opened without its 36 months has 18, says that they come, and asks once", async () => {
    await show({ hasLongGraph: true });
    expect(screen.getAllByRole("rowheader")).toHaveLength(18);
    expect(document.querySelector("span[aria-live]")?.textContent).toBe(
      LONG_GRAPH_TEXTS.isLoading,
    );
    await waitFor(() => expect(loader).toHaveBeenCalledTimes(2));
    await settled();
    expect(loader).toHaveBeenCalledTimes(2);
  });

  test.each<[string, Partial<ProfileView>]>([
    ["of 18 months", {}],
    [
      "that has its 36",
      {
        hasLongGraph: true,
        longGraphs: { state: "data", data: testLongGraphs() },
      },
    ],
    [
      "whose 36 failed",
      { hasLongGraph: true, longGraphs: { state: "error", message: "" } },
    ],
    [
      "whose 36 there are not",
      { hasLongGraph: true, longGraphs: { state: "empty" } },
    ],
  ])("%s asks for nothing itself", async (_, more) => {
    const dialog = await show(more);
    await settled();
    expect(loader).toHaveBeenCalledTimes(1);
    expectNoPlaceToLandAt(dialog);
  });
});

describe("the metric inspector", () => {
  const WORDS = "The export failed.";
  const hydrationData = {
    loaderData: { root: { notices: [{ tone: "error", text: WORDS }] } },
  };

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

  test("tells of a failed export in the drawer that its document came with, and in none that is opened later", async () => {
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
});
