// @vitest-environment happy-dom
import {
  Link,
  createPath,
  useLoaderData,
  useLocation,
  useNavigate,
} from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import fc from "fast-check";
import { fireEvent, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keepState, SAVED_STATE_KEY } from "./keep-state";
import { parseFrailtyFilter } from "~/domain/frailty";
import { parseMonthlyGraphs } from "~/domain/graphs/graph-modes";
import { parseSort } from "~/domain/figures/drill-down-columns";
import { carriedFilters } from "../profile-links";
import type { ProfileView } from "../profile-view";
import { testProfileView } from "../testing/profile-view";
import { useSavedState } from "./use-saved-state";

const REGION = "/region-profile/2";
const OTHER = "/region-profile/3";
const RANGE = "startDate=2025-01-01&endDate=2025-02-01";

/** Pages that were loaded, oldest first. */
let loads: string[];
beforeEach(() => {
  loads = [];
  localStorage.clear();
});
afterEach(() => {
  Reflect.deleteProperty(document, "referrer");
});

/** The parts of a loader's answer that matter here, read from the URL as the loader does. */
function viewOf(url: URL): ProfileView {
  const search = url.searchParams;
  const filters = {
    startDate: search.get("startDate") ?? "2025-03-04",
    endDate: search.get("endDate") ?? "2026-03-04",
    isnp: search.get("isnp") === "true",
  };
  const asked = {
    sort: parseSort(search, "facility"),
    frailtyFilter: parseFrailtyFilter(search.get("frailty")),
    monthly: parseMonthlyGraphs(search.get("mom")),
  };
  return testProfileView({
    id: Number(url.pathname.split("/")[2]),
    filters,
    carried: carriedFilters(search, filters),
    isDefaultRange:
      filters.startDate === "2025-03-04" && filters.endDate === "2026-03-04",
    stateMark: "mark",
    ...asked,
    asked,
  });
}

const LINKS = [
  "/users",
  REGION,
  OTHER,
  `${OTHER}?isnp=false`,
  `${REGION}?${RANGE}`,
  `${REGION}?isnp=true`,
  `${REGION}?mom=rth_30`,
  `${OTHER}?mom=ed_30`,
];

function Page() {
  useSavedState(useLoaderData<ProfileView>());
  return <Links />;
}

function Links() {
  const navigate = useNavigate();
  return (
    <>
      <p role="status">{createPath(useLocation())}</p>
      {LINKS.map((href) => (
        <Link key={href} to={href}>
          {href}
        </Link>
      ))}
      <button onClick={() => navigate(-1)}>Back</button>
    </>
  );
}

function portal(at: string, first: ProfileView) {
  const Stub = createRemixStub([
    { path: "/users", Component: Links },
    {
      id: "profile",
      path: "/region-profile/:id",
      Component: Page,
      loader: ({ request }) => {
        const url = new URL(request.url);
        loads.push(url.pathname + url.search);
        return viewOf(url);
      },
    },
  ]);
  return (
    <Stub
      initialEntries={[at]}
      hydrationData={{ loaderData: { profile: first } }}
    />
  );
}

/** Opens an address as a document that scripts then take over. */
function openDocument(at: string, referrer = ""): void {
  Object.defineProperty(document, "referrer", {
    value: referrer,
    configurable: true,
  });
  const page = portal(at, viewOf(new URL(at, window.location.origin)));
  const container = document.createElement("div");
  document.body.append(container);
  container.innerHTML = renderToString(page);
  render(page, { container, hydrate: true });
}

function save(state: object): void {
  localStorage.setItem(
    SAVED_STATE_KEY,
    JSON.stringify({ mark: "mark", ...state }),
  );
}

function saved(): unknown {
  const text = localStorage.getItem(SAVED_STATE_KEY);
  return text === null ? null : JSON.parse(text);
}

function follow(href: string): void {
  fireEvent.click(screen.getByRole("link", { name: href }));
}

/** Waits until the address is this one and nothing more happens. */
async function settlesAt(address: string): Promise<void> {
  await vi.waitFor(() =>
    expect(screen.getByRole("status").textContent).toBe(address),
  );
  const before = loads.length;
  await new Promise((done) => setTimeout(done, 60));
  expect(screen.getByRole("status").textContent).toBe(address);
  expect(loads).toHaveLength(before);
}

const STATE = { filters: "isnp=true", monthly: "mom=rth_30" };

describe("a document without a query", () => {
  it("is led to what was saved, once, and still remembers it", async () => {
    save({ ...STATE, "sort facility": "sort=name&dir=desc" });
    openDocument(REGION);
    await settlesAt(`${REGION}?isnp=true&sort=name&dir=desc&mom=rth_30`);
    expect(loads).toHaveLength(1);
    expect(saved()).toMatchObject(STATE);
  });

  it("shows the page as it is where nothing was saved", async () => {
    openDocument(REGION);
    await settlesAt(REGION);
    expect(loads).toEqual([]);
    expect(saved()).toBeNull();
  });

  it("works where the storage cannot be touched", async () => {
    vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
      throw new DOMException("denied", "SecurityError");
    });
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    openDocument(REGION);
    follow(`${REGION}?isnp=true`);
    await settlesAt(`${REGION}?isnp=true`);
  });

  it("stays where the browser went back to it", async () => {
    save(STATE);
    vi.spyOn(performance, "getEntriesByType").mockReturnValue([
      { type: "back_forward" } as PerformanceNavigationTiming,
    ]);
    openDocument(REGION);
    await settlesAt(REGION);
    expect(saved()).toMatchObject(STATE);
  });

  it("that its own links led to before scripts came is what the user chose", async () => {
    save(STATE);
    openDocument(REGION, `${window.location.origin}${REGION}?isnp=true`);
    await settlesAt(REGION);
    expect(saved()).toBeNull();
  });
});

describe("a document with a query", () => {
  it("is shown as it was shared, and its filters are kept", async () => {
    save(STATE);
    openDocument(`${REGION}?${RANGE}`);
    await settlesAt(`${REGION}?${RANGE}`);
    expect(saved()).toEqual({
      mark: "mark",
      filters: RANGE,
      monthly: "mom=rth_30",
    });
  });

  it("does not save the default range, which moves with the days", async () => {
    openDocument(`${REGION}?isnp=true&startDate=2025-03-04&endDate=2026-03-04`);
    await settlesAt(
      `${REGION}?isnp=true&startDate=2025-03-04&endDate=2026-03-04`,
    );
    expect(saved()).toEqual({ mark: "mark", filters: "isnp=true" });
  });

  it("never saves a facility", async () => {
    openDocument(`${REGION}?facility-id=7&isnp=true`);
    await settlesAt(`${REGION}?facility-id=7&isnp=true`);
    expect(JSON.stringify(saved())).not.toContain("7");
  });
});

describe("going from page to page", () => {
  it("brings filters and graph modes to a page that is entered", async () => {
    openDocument(`${REGION}?isnp=true&mom=rth_30`);
    follow(OTHER);
    await settlesAt(`${OTHER}?isnp=true&mom=rth_30`);
  });

  it("brings them from a page that has none of this", async () => {
    save(STATE);
    openDocument("/users");
    follow(REGION);
    await settlesAt(`${REGION}?isnp=true&mom=rth_30`);
  });

  it("adds to a link only what it does not name", async () => {
    save(STATE);
    openDocument("/users");
    follow(`${OTHER}?isnp=false`);
    await settlesAt(`${OTHER}?isnp=false&mom=rth_30`);
    expect(saved()).toEqual({ mark: "mark", monthly: "mom=rth_30" });
  });

  it("keeps what the same page no longer names forgotten: a graph back to rolling, cleared filters", async () => {
    openDocument(`${REGION}?isnp=true&mom=rth_30`);
    follow(`${REGION}?isnp=true`);
    await settlesAt(`${REGION}?isnp=true`);
    expect(saved()).toEqual({ mark: "mark", filters: "isnp=true" });
    follow(REGION);
    await settlesAt(REGION);
    expect(saved()).toBeNull();
    follow(OTHER);
    await settlesAt(OTHER);
  });

  it("forgets a shared range that is cleared on its page, and what was sorted with it", async () => {
    save(STATE);
    openDocument(`${REGION}?${RANGE}&sort=name&dir=desc`);
    await settlesAt(`${REGION}?${RANGE}&sort=name&dir=desc`);
    expect(saved()).toMatchObject({ filters: RANGE });
    follow(REGION);
    await settlesAt(REGION);
    // The graph was saved on another page, and this one had not shown it.
    expect(saved()).toEqual({ mark: "mark", monthly: "mom=rth_30" });
    follow("/users");
    follow(REGION);
    await settlesAt(`${REGION}?mom=rth_30`);
  });

  it("leaves back and forward alone", async () => {
    openDocument(REGION);
    follow("/users");
    await settlesAt("/users");
    follow(`${OTHER}?mom=ed_30`);
    await settlesAt(`${OTHER}?mom=ed_30`);
    fireEvent.click(screen.getByRole("button", { name: "Back" }));
    await settlesAt("/users");
    fireEvent.click(screen.getByRole("button", { name: "Back" }));
    await settlesAt(REGION);
    expect(saved()).toEqual({ mark: "mark", monthly: "mom=ed_30" });
  });

  it("takes one step back from a page that was led on", async () => {
    save(STATE);
    openDocument("/users");
    follow(REGION);
    await settlesAt(`${REGION}?isnp=true&mom=rth_30`);
    fireEvent.click(screen.getByRole("button", { name: "Back" }));
    await settlesAt("/users");
  });
});

describe("a saved state that a page cannot show", () => {
  it("is not tried again", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    save(STATE);
    const Stub = createRemixStub([
      { path: "/users", Component: Links },
      {
        path: "/region-profile/:id",
        Component: Page,
        ErrorBoundary: () => <Link to={OTHER}>away</Link>,
        loader: ({ request }) => {
          const url = new URL(request.url);
          loads.push(url.pathname + url.search);
          if (url.search) throw new Response(null, { status: 400 });
          return viewOf(url);
        },
      },
    ]);
    render(<Stub initialEntries={["/users"]} />);
    follow(REGION);
    await screen.findByText("away");
    fireEvent.click(screen.getByText("away"));
    await settlesAt(OTHER);
    expect(loads.filter((load) => load.includes("?"))).toHaveLength(1);
  });
});

describe("a text in the local storage", () => {
  const entered = (view: ProfileView) => {
    const location = { pathname: "/", search: "", hash: "", state: null };
    return keepState({
      view,
      location: { ...location, key: "" },
      before: null,
      by: "link",
    });
  };

  it("of another session counts as nothing", () => {
    save({ ...STATE, mark: "other" });
    expect(entered(testProfileView())).toBeNull();
  });

  it("orders and filters the lists that it is about, and no others", () => {
    save({ "sort patient": "sort=days_care&dir=asc", frailty: "frailty=high" });
    expect(entered(testProfileView())).toBeNull();
    const physician = testProfileView({ level: "physician", id: 7 });
    expect(entered(physician)).toBe(
      "/physician-profile/7?sort=days_care&dir=asc&frailty=high",
    );
    expect(saved()).toBeNull();
  });

  it("makes nothing fail, whatever somebody put there", () => {
    const things = fc.record({
      mark: fc.constant("mark"),
      filters: fc.anything(),
      monthly: fc.anything(),
      "sort facility": fc.anything(),
    });
    const texts = fc.oneof(
      fc.string(),
      fc.json(),
      things.map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(texts, (text) => {
        localStorage.setItem(SAVED_STATE_KEY, text);
        const href = entered(testProfileView()) ?? "/region-profile/2";
        expect(href).toMatch(/^\/region-profile\/2(\?|$)/);
      }),
    );
  });
});
