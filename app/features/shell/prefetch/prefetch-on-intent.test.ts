// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clientLoader, lookFirstIn } from "./client-loader";
import { takeHeld } from "./held-answers";
import { prefetchOnIntent } from "./prefetch-on-intent";

const ORIGIN = window.location.origin;

let asked: {
  url: string;
  signal: AbortSignal;
  answer: (r: Response) => void;
}[];
let stop: () => void;

function plain(data: unknown, init: ResponseInit = {}): Response {
  return Response.json(data, {
    headers: { "X-Remix-Response": "yes" },
    ...init,
  });
}

function link(name: string): HTMLAnchorElement {
  return document.querySelector<HTMLAnchorElement>(`[data-name="${name}"]`)!;
}

/** An event of a pointer or of the focus, on a link or what is in it. */
function fire(type: string, target: Element, init: MouseEventInit = {}): void {
  target.dispatchEvent(new MouseEvent(type, { bubbles: true, ...init }));
}

function rest(name: string): void {
  fire("mouseover", link(name));
  vi.advanceTimersByTime(100);
}

/** Opens a page as the router does; says what it got, and whether the server had to be asked for it again. */
async function open(path: string): Promise<unknown> {
  return clientLoader({
    request: new Request(ORIGIN + path),
    params: {},
    serverLoader: () => Promise.resolve("asked again" as never),
  });
}

function paths(): string[] {
  return asked.map(({ url }) => url.replace(ORIGIN, ""));
}

function dataOf(path: string): string {
  const separator = path.includes("?") ? "&" : "?";
  return `${path}${separator}_data=routes%2Fregion`;
}

beforeEach(() => {
  vi.useFakeTimers();
  window.history.replaceState(null, "", "/division-profile/1");
  asked = [];
  vi.stubGlobal("fetch", (url: string, { signal }: { signal: AbortSignal }) => {
    return new Promise<Response>((answer, reject) => {
      signal.addEventListener("abort", () => reject(new Error("aborted")));
      asked.push({ url, signal, answer });
    });
  });
  const route = { hasLoader: true, hasClientLoader: true, parentId: "root" };
  vi.stubGlobal("__remixManifest", {
    routes: {
      root: { id: "root", path: "", hasClientLoader: false },
      region: {
        ...route,
        id: "routes/region",
        path: "region-profile/:id",
        module: "/build/region.js",
        imports: ["/build/shared.js", "/build/chart.js"],
      },
      users: { ...route, id: "users", path: "users", hasClientLoader: false },
    },
  });
  vi.stubGlobal("__remixRouteModules", {});
  document.head.innerHTML = `<link rel="modulepreload" href="/build/shared.js" />`;
  document.body.innerHTML = `
    <a data-name="one" data-prefetch href="/region-profile/1"><b>One</b> <i>1</i></a>
    <a data-name="two" data-prefetch href="/region-profile/2?isnp=true#list">Two</a>
    <a data-name="three" data-prefetch href="/region-profile/3">Three</a>
    <a data-name="users" data-prefetch href="/users">Users</a>
    <a data-name="abroad" data-prefetch href="http://abroad.test/region-profile/1">Abroad</a>
    <a data-name="here" data-prefetch href="?sort=name">Here</a>
    <a data-name="unmarked" href="/region-profile/5">Unmarked</a>
    <form method="post"><button>Save</button></form>
    <form method="get"><button>Search</button></form>`;
  lookFirstIn(takeHeld);
  stop = prefetchOnIntent();
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the intent", () => {
  it.each(["mouseover", "focusin", "touchstart"])(
    "is a %s that lasts a tenth of a second",
    (type) => {
      fire(type, link("one"));
      vi.advanceTimersByTime(99);
      expect(paths()).toEqual([]);
      vi.advanceTimersByTime(1);
      expect(paths()).toEqual([dataOf("/region-profile/1")]);
    },
  );

  it.each([
    ["mouseover", "mouseout"],
    ["focusin", "focusout"],
    ["touchstart", "touchmove"],
    ["touchstart", "touchcancel"],
  ])("by %s is called off by %s", (begin, end) => {
    fire(begin, link("one"));
    vi.advanceTimersByTime(99);
    fire(end, link("one"));
    vi.advanceTimersByTime(1_000);
    expect(paths()).toEqual([]);
  });

  it("goes on while the pointer moves within the link", () => {
    const [bold, italic] = Array.from(link("one").children);
    fire("mouseover", bold!);
    vi.advanceTimersByTime(60);
    fire("mouseout", bold!, { relatedTarget: italic! });
    fire("mouseover", italic!);
    vi.advanceTimersByTime(40);
    expect(paths()).toEqual([dataOf("/region-profile/1")]);
  });

  it("is certain at a click, before the router hears of it", () => {
    fire("click", link("one"), { button: 0 });
    expect(paths()).toEqual([dataOf("/region-profile/1")]);
  });

  it.each([
    { ctrlKey: true },
    { metaKey: true },
    { shiftKey: true },
    { button: 1 },
  ])("is not in a click that opens another tab: %o", (init) => {
    fire("click", link("one"), init);
    expect(paths()).toEqual([]);
  });

  it.each(["users", "abroad", "here", "unmarked"])(
    "of the link '%s' is none of ours",
    (name) => {
      rest(name);
      expect(paths()).toEqual([]);
      expect(document.querySelectorAll("link")).toHaveLength(1);
    },
  );
});

describe("a thin line", () => {
  afterEach(() => {
    Reflect.deleteProperty(navigator, "connection");
  });

  it.each([
    [{ saveData: true, effectiveType: "4g" }, 0],
    [{ saveData: false, effectiveType: "2g" }, 0],
    [{ saveData: false, effectiveType: "slow-2g" }, 0],
    [{ saveData: false, effectiveType: "3g" }, 1],
    [{}, 1],
  ])("of %o makes %i requests", (connection, requests) => {
    Object.defineProperty(navigator, "connection", {
      value: connection,
      configurable: true,
    });
    rest("one");
    expect(asked).toHaveLength(requests);
  });
});

describe("the scripts of the page", () => {
  it("are fetched with it, those alone that have not come", () => {
    rest("one");
    rest("two");
    expect(
      Array.from(document.querySelectorAll("link"), (one) =>
        one.getAttribute("href"),
      ),
    ).toEqual(["/build/shared.js", "/build/region.js", "/build/chart.js"]);
  });

  it("are left alone where the page's module runs already", () => {
    vi.stubGlobal("__remixRouteModules", { "routes/region": {} });
    rest("one");
    expect(document.querySelectorAll("link")).toHaveLength(1);
  });
});

describe("an answer", () => {
  it("is taken once, and asked for at the address of the page with its query", async () => {
    rest("two");
    expect(paths()).toEqual([dataOf("/region-profile/2?isnp=true")]);
    asked[0]!.answer(plain({ name: "Coast" }));
    expect(await open("/region-profile/2?isnp=true")).toEqual({
      name: "Coast",
    });
    expect(await open("/region-profile/2?isnp=true")).toBe("asked again");
  });

  it("is not that of another query", async () => {
    rest("two");
    asked[0]!.answer(plain({}));
    expect(await open("/region-profile/2")).toBe("asked again");
  });

  it("is waited for where it is on its way, longer than it would be held", async () => {
    rest("one");
    const opened = open("/region-profile/1");
    vi.advanceTimersByTime(60_000);
    asked[0]!.answer(plain({ name: "Late" }));
    expect(await opened).toEqual({ name: "Late" });
  });

  it("is asked for once, however often the link is pointed at", () => {
    rest("one");
    fire("mouseout", link("one"));
    rest("one");
    fire("click", link("one"));
    expect(asked).toHaveLength(1);
  });

  it("is held for ten seconds", async () => {
    rest("one");
    asked[0]!.answer(plain("kept"));
    await vi.advanceTimersByTimeAsync(9_999);
    expect(await open("/region-profile/1")).toBe("kept");
    rest("two");
    asked[1]!.answer(plain("gone"));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await open("/region-profile/2?isnp=true")).toBe("asked again");
  });

  it.each<[string, Response]>([
    ["a redirect", plain(null, { headers: { "X-Remix-Redirect": "/login" } })],
    ["a thrown answer", plain({}, { headers: { "X-Remix-Catch": "yes" } })],
    ["an error", plain({}, { status: 500 })],
    ["no content", new Response(null, { status: 204 })],
    [
      "a page of a proxy",
      new Response("<p>", { headers: { "Content-Type": "text/html" } }),
    ],
    [
      "no JSON",
      new Response("{", { headers: { "Content-Type": "application/json" } }),
    ],
  ])("that is %s is left to the normal way", async (_, response) => {
    rest("one");
    asked[0]!.answer(response);
    expect(await open("/region-profile/1")).toBe("asked again");
    await vi.advanceTimersByTimeAsync(0);
    fire("mouseout", link("one"));
    rest("one");
    expect(asked).toHaveLength(2);
  });

  it("that does not come is left to the normal way", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
    rest("one");
    expect(await open("/region-profile/1")).toBe("asked again");
  });

  it("makes way for a newer one where two are on their way", () => {
    rest("one");
    rest("two");
    rest("three");
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe("what is held is dropped", () => {
  function submit(selector: string): void {
    document
      .querySelector(selector)!
      .dispatchEvent(new Event("submit", { bubbles: true }));
  }

  async function held(): Promise<boolean> {
    return (await open("/region-profile/1")) !== "asked again";
  }

  beforeEach(async () => {
    rest("one");
    asked[0]!.answer(plain("held"));
    await vi.advanceTimersByTimeAsync(0);
  });

  it("at a post", async () => {
    submit("form[method=post]");
    expect(await held()).toBe(false);
  });

  it("not at a search", async () => {
    submit("form[method=get]");
    expect(await held()).toBe(true);
  });

  it("when the page is left", async () => {
    window.dispatchEvent(new Event("pagehide"));
    expect(await held()).toBe(false);
  });

  it("when it ends", async () => {
    stop();
    expect(await held()).toBe(false);
    rest("two");
    expect(asked).toHaveLength(1);
  });
});
