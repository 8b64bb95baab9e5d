// @vitest-environment happy-dom
import { useLocation } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import {
  act,
  cleanup,
  fireEvent,
  render,
  screen,
} from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import {
  RunningClock,
  addressWithFilters,
  keepUnsent,
  unsentForms,
} from "./running-clock";
import type { SessionFacts } from "../shell-data";

describe("a running clock", () => {
  const SECOND_MS = 1_000;
  const MINUTE_MS = 60 * SECOND_MS;
  const WHOLE_MS = 15 * MINUTE_MS;

  const SESSION: SessionFacts = {
    mark: "one",
    remainingMs: WHOLE_MS,
    leavesInMs: WHOLE_MS,
    leavesAtText: "03:45 PM",
    leftOpenHref: "/left-open?from=%2F",
  };

  let serverEndsAt: number;
  let asked: string[];
  /** What was posted at the session's end. */
  let posted: Record<string, string>[];
  let isOffline: boolean;

  beforeEach(() => {
    // Without setImmediate: the chunk of the dialog comes in real turns.
    vi.useFakeTimers({
      toFake: [
        "setTimeout",
        "clearTimeout",
        "setInterval",
        "clearInterval",
        "Date",
      ],
    });
    localStorage.clear();
    serverEndsAt = Date.now() + WHOLE_MS;
    asked = [];
    posted = [];
    isOffline = false;
    vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
    vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
      if (isOffline) return Promise.reject(new TypeError("offline"));
      const body = init.body as URLSearchParams | FormData | undefined;
      const isAsked = body?.get("intent") !== "unsent";
      if (path !== "/session" || !isAsked) {
        const fields = Object.fromEntries(body ?? []) as Record<string, string>;
        posted.push({ action: path, ...fields });
        return Promise.resolve(new Response(null, { status: 204 }));
      }
      const intent = (body?.get("intent") ?? "look") as string;
      asked.push(intent);
      if (intent !== "look") serverEndsAt = Date.now() + WHOLE_MS;
      const remainingMs = Math.max(0, serverEndsAt - Date.now());
      return Promise.resolve(Response.json({ remainingMs, mark: "one" }));
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    document.body.style.visibility = "";
    window.history.replaceState(null, "", "/");
  });

  function Page() {
    const { pathname, search } = useLocation();
    return (
      <main>
        <p>{`at ${pathname}${search}`}</p>
        <form action="/user/create" method="post">
          <input aria-label="First name" name="firstName" defaultValue="" />
        </form>
        <RunningClock session={SESSION} csrfToken="csrf-1" />
      </main>
    );
  }

  function show(address = "/region-profile/2"): void {
    window.history.replaceState(null, "", address);
    const Stub = createRemixStub([
      { path: "/region-profile/2", Component: Page },
    ]);
    render(<Stub initialEntries={[address]} />);
  }

  /** Time goes by, and what it set off is done. */
  async function pass(ms: number): Promise<void> {
    await act(async () => {
      await vi.advanceTimersByTimeAsync(ms);
      for (let turn = 0; turn < 20; turn += 1) {
        await new Promise((done) => setImmediate(done));
      }
    });
  }

  test("without a network the end waits for one, out of sight", async () => {
    show();
    await pass(SECOND_MS);
    screen.getByLabelText<HTMLInputElement>("First name").value = "Cleo";
    isOffline = true;
    await pass(WHOLE_MS + MINUTE_MS);
    expect(document.body.style.visibility).toBe("hidden");
    expect(window.location.assign).not.toHaveBeenCalled();
    isOffline = false;
    fireEvent(window, new Event("online"));
    await pass(1);
    expect(posted.map(({ action }) => action)).toEqual(["/session", "/logout"]);
    expect(window.location.assign).toHaveBeenCalledWith("/login");
  });

  test("a press on the page is a sign of life", async () => {
    show();
    await pass(31 * SECOND_MS);
    fireEvent.mouseDown(screen.getByText(/^at /));
    await pass(1);
    expect(asked).toEqual(["active"]);
  });

  test("a page that left is out of sight, and asks the server when the browser goes back to it", async () => {
    const replace = vi
      .spyOn(window.location, "replace")
      .mockImplementation(() => undefined);
    show("/region-profile/2?isnp=true");
    await pass(WHOLE_MS + SECOND_MS);
    expect(document.body.style.visibility).toBe("hidden");
    expect(replace).not.toHaveBeenCalled();
    const back = new Event("pageshow");
    fireEvent(window, Object.assign(back, { persisted: true }));
    await pass(1);
    expect(replace).toHaveBeenCalledWith("/region-profile/2?isnp=true");
  });

  test("a page without its clock says so to what stands by for it", () => {
    show();
    expect(document.documentElement.dataset.clock).toBe("running");
    cleanup();
    expect(document.documentElement.dataset.clock).toBeUndefined();
  });
});

describe("forms that were not sent", () => {
  const PAGE = `
    <form role="search"><input name="q" /></form>
    <main>
      <form action="/region-profile/2?isnp=true">
        <label>From Date <input name="startDate" value="03/04/2025" /></label>
        <label><input name="isnp" type="checkbox" value="true" /> ISNP only</label>
        <select name="facility-id">
          <option value="">All</option>
          <option value="1">Harbor</option>
        </select>
      </form>
      <form method="post" action="/user/create">
        <input name="csrf" type="hidden" value="token" />
        <label for="name">User
          name</label><input id="name" name="username" />
        <textarea name="comment"></textarea>
        <fieldset>
          <legend>Level</legend>
          <label><input name="level" type="radio" value="region" checked /> Region</label>
          <label><input name="level" type="radio" value="facility" /> Facility</label>
        </fieldset>
        <input name="password" type="password" />
        <input name="shown" type="text" autocomplete="new-password" />
      </form>
    </main>`;

  function field<T extends HTMLElement = HTMLInputElement>(
    selector: string,
  ): T {
    const found = document.querySelector<T>(selector);
    if (!found) throw new Error(`no ${selector}`);
    return found;
  }

  beforeEach(() => {
    window.history.replaceState(null, "", "/region-profile/2?isnp=true");
    document.body.innerHTML = PAGE;
  });

  describe("what was typed and not sent", () => {
    it("is told by form: its page and its entries", () => {
      field("[name=username]").value = "grace";
      field("[value=facility]").checked = true;
      expect(unsentForms()).toEqual([
        {
          path: "/user/create",
          fields: [
            ["csrf", "token"],
            ["username", "grace"],
            ["comment", ""],
            ["level", "facility"],
          ],
        },
      ]);
    });

    it("is never a password or a search", () => {
      field("[name=password]").value = "secret-canary";
      field("[name=shown]").value = "shown-canary";
      field("[name=q]").value = "search-canary";
      expect(unsentForms()).toEqual([]);
      field("[name=username]").value = "grace";
      expect(JSON.stringify(unsentForms())).not.toContain("canary");
    });

    it("is also what was put back before, and nobody has sent since", () => {
      field("[name=username]").defaultValue = "grace";
      expect(unsentForms()).toEqual([]);
      field("form[method=post]").insertAdjacentHTML(
        "beforeend",
        "<p data-unsent>Put back</p>",
      );
      expect(unsentForms()).toMatchObject([{ path: "/user/create" }]);
    });
  });

  it("a filter that nobody has asked for is in the address to come back to, and the rest of that is as it was", () => {
    const before = "/region-profile/2?isnp=true&endDate=03%2F31%2F2026";
    window.history.replaceState(null, "", before);
    expect(addressWithFilters()).toBe(before);
    field("[name=startDate]").value = "01/02/2026";
    field<HTMLSelectElement>("select").value = "1";
    expect(addressWithFilters()).toBe(
      `${before}&startDate=01%2F02%2F2026&facility-id=1`,
    );
    expect(unsentForms()).toEqual([]);
  });

  it("a filter that was emptied leaves the address", () => {
    window.history.replaceState(null, "", "/region-profile/2?startDate=a");
    field("[name=startDate]").value = "";
    expect(addressWithFilters()).toBe("/region-profile/2");
  });

  it("the server is told nothing where nobody has typed, and fails aloud where it cannot be reached", async () => {
    const posted: FormData[] = [];
    vi.stubGlobal("fetch", (_: string, { body }: { body: FormData }) => {
      posted.push(body);
      return Promise.reject(new TypeError("offline"));
    });
    await keepUnsent("csrf-1");
    expect(posted).toEqual([]);
    field("[name=username]").value = "grace";
    await expect(keepUnsent("csrf-1")).rejects.toThrow("offline");
    expect(posted[0]?.get("csrf")).toBe("csrf-1");
    expect(posted[0]?.get("unsent")).toContain("grace");
    vi.unstubAllGlobals();
  });
});
