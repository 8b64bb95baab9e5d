// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { heldScript, watchConnection } from "./watch-connection";
import { makeAgain } from "./hold";

const ORIGIN = window.location.origin;
const DATA = `${ORIGIN}/users/add?_data=routes%2Fusers.add`;
const OFFLINE = new TypeError("Failed to fetch");

/** What the network does with a request. */
let answer: (address: string, init?: RequestInit) => Promise<Response>;
let asked: string[];

beforeAll(() => {
  vi.stubGlobal("fetch", (address: string, init?: RequestInit) => {
    asked.push(address.replace(ORIGIN, ""));
    return answer(address, init);
  });
  vi.stubGlobal("__remixManifest", {
    routes: {
      here: { id: "here", module: "/build/here.js" },
      there: { id: "there", module: "/build/there.js" },
    },
  });
  vi.stubGlobal("__remixRouteModules", { here: {} });
  watchConnection();
});

beforeEach(() => {
  asked = [];
  answer = () => Promise.reject(OFFLINE);
  document.body.innerHTML = `
    <div id="notices"></div>
    <main>
      <form method="post" action="/users/add">
        <input name="username" value="grace" />
        <button>Create user</button>
      </form>
      <a href="/audit-file">CSV</a>
    </main>`;
});

afterEach(() => {
  answer = () => Promise.resolve(Response.json({}));
  makeAgain();
  setOnLine(true);
});

function setOnLine(onLine: boolean): void {
  Object.defineProperty(navigator, "onLine", {
    value: onLine,
    configurable: true,
  });
}

function find<Found extends HTMLElement>(selector: string): Found {
  return document.querySelector<Found>(selector)!;
}

function told(): string | undefined {
  return document.querySelector("[role=alert] p")?.textContent ?? undefined;
}

async function untilTold(text: string): Promise<void> {
  await vi.waitFor(() => expect(told()).toBe(text));
}

function tryAgain(): void {
  find("[role=alert] button").click();
}

test("the data of a page wait for a network, are told of, and come when they are asked for again", async () => {
  const data = fetch(DATA);
  await untilTold("No connection. This page stays as it was.");
  expect("held" in document.documentElement.dataset).toBe(true);
  expect(find("#notices").querySelector("[role=alert]")).not.toBeNull();
  tryAgain();
  await untilTold("No connection. This page stays as it was.");
  answer = () => Promise.resolve(Response.json({ name: "Coast" }));
  tryAgain();
  expect(await (await data).json()).toEqual({ name: "Coast" });
  expect(told()).toBeUndefined();
  expect("held" in document.documentElement.dataset).toBe(false);
  expect(asked).toHaveLength(3);
});

test("an answer that breaks off has not come", async () => {
  const headers = { "Content-Type": "application/json" };
  const broken = new Response("{", { headers });
  vi.spyOn(broken, "arrayBuffer").mockRejectedValue(OFFLINE);
  answer = () => Promise.resolve(broken);
  const data = fetch(DATA);
  await untilTold("No connection. This page stays as it was.");
  answer = () => Promise.resolve(Response.json("whole"));
  tryAgain();
  expect(await (await data).json()).toBe("whole");
});

test("what the user goes away from is not told any more", async () => {
  const leaving = new AbortController();
  const data = fetch(DATA, { signal: leaving.signal });
  await untilTold("No connection. This page stays as it was.");
  leaving.abort();
  await expect(data).rejects.toThrow();
  expect(told()).toBeUndefined();
});

test("a form is not sent by itself: it says so, and is sent again as it stands then", async () => {
  const form = find<HTMLFormElement>("form");
  const submits = vi.fn((event: Event) => event.preventDefault());
  form.addEventListener("submit", submits);
  find("form button").click();
  const sending = new AbortController();
  const init = { method: "POST", signal: sending.signal };
  const sent = fetch(DATA, init);
  await untilTold("Not sent: no connection.");
  expect(form.lastElementChild?.getAttribute("role")).toBe("alert");
  window.dispatchEvent(new Event("online"));
  expect(asked).toHaveLength(1);
  tryAgain();
  expect(submits).toHaveBeenCalledTimes(2);
  // The router calls off what it sent before.
  sending.abort();
  await expect(sent).rejects.toThrow();
});

test("what no form has sent is not told, and sent when the network is back", async () => {
  const sent = fetch(`${ORIGIN}/reports/notes?_data=x`, { method: "POST" });
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(told()).toBeUndefined();
  answer = () => Promise.resolve(new Response(null, { status: 204 }));
  await vi.waitFor(() => {
    window.dispatchEvent(new Event("online"));
    expect(asked).toHaveLength(2);
  });
  expect((await sent).status).toBe(204);
});

test.each(["/session", "/users/add?_data=x", "https://else.test/?_data=x"])(
  "what we ask for ourselves, as %s, fails as ever",
  async (address) => {
    await expect(fetch(address)).rejects.toBe(OFFLINE);
    expect(told()).toBeUndefined();
  },
);

test("what is no matter of the network fails as ever", async () => {
  answer = () => Promise.reject(new Error("bad"));
  await expect(fetch(DATA)).rejects.toThrow("bad");
  expect(told()).toBeUndefined();
});

test("a script waits for a network, and comes by itself when it is back", async () => {
  const load = vi.fn(() => Promise.reject<string>(OFFLINE));
  const script = heldScript(load);
  await untilTold("No connection. This page stays as it was.");
  load.mockImplementation(() => Promise.resolve("chunk"));
  window.dispatchEvent(new Event("online"));
  expect(await script).toBe("chunk");
  expect(told()).toBeUndefined();
});

test("a script is not asked for where the browser knows that it cannot come", async () => {
  setOnLine(false);
  const load = vi.fn(() => Promise.resolve("chunk"));
  const script = heldScript(load);
  await untilTold("No connection. This page stays as it was.");
  expect(load).not.toHaveBeenCalled();
  setOnLine(true);
  // A link that is followed meanwhile takes it along.
  find("a").addEventListener("click", (event) => event.preventDefault());
  find("a").click();
  expect(await script).toBe("chunk");
});

test("a script that the server has not any more is a matter of the whole page", async () => {
  const reload = vi
    .spyOn(window.location, "reload")
    .mockImplementation(() => undefined);
  answer = () => Promise.resolve(new Response());
  void heldScript(() => Promise.reject(OFFLINE));
  await vi.waitFor(() => expect(reload).toHaveBeenCalled());
  expect(told()).toBeUndefined();
});

test("Remix finds a script that it has not fetched yet", () => {
  expect(Object.keys(window.__remixRouteModules)).toEqual(["here", "there"]);
});

test("a link or a form that the browser would leave the page by stays, and goes on when told to", async () => {
  setOnLine(false);
  const follow = vi.fn();
  find("a").addEventListener("click", follow);
  find("a").click();
  expect(follow.mock.calls[0]![0]).toMatchObject({ defaultPrevented: true });
  await untilTold("No connection. This page stays as it was.");
  setOnLine(true);
  window.addEventListener("click", (event) => event.preventDefault(), {
    once: true,
  });
  tryAgain();
  expect(follow).toHaveBeenCalledTimes(2);
  expect(told()).toBeUndefined();
});
