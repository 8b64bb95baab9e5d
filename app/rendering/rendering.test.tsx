// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import {
  hydrateRoot,
  type HydrationOptions,
  type Root,
} from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, test, vi } from "vitest";
import { useArrivals, useArrived, WHOLE_PAGE_ID } from "./deferred-data";
import { loadLazyComponents, lazyComponent } from "./lazy-component";
import { StaticPart } from "./static-part";
import { StateDrawing } from "~/ui/states";

afterEach(() => {
  cleanup();
  document.body.innerHTML = "";
  vi.restoreAllMocks();
});

describe("a part whose script comes later", () => {
  function Greeting({ name }: { name: string }) {
    return <p id="greeting">Good day, {name}</p>;
  }

  function partWith(fetchChunk: () => Promise<{ Greeting: typeof Greeting }>) {
    return lazyComponent(fetchChunk, (chunk) => chunk.Greeting, "greeting");
  }

  function page(Part: ReturnType<typeof partWith>, name = "Ada") {
    return <Part name={name} />;
  }

  test("a part is fetched when a page has it, and not before", async () => {
    const fetchChunk = vi.fn(async () => ({ Greeting }));
    const Part = partWith(fetchChunk);
    expect(fetchChunk).not.toHaveBeenCalled();
    render(page(Part));
    expect(screen.queryByText("Good day, Ada")).toBeNull();
    expect(await screen.findByText("Good day, Ada")).toBeTruthy();
  });

  test("what the server has rendered is taken over at once when its script was fetched before", async () => {
    const fetchChunk = vi.fn(async () => ({ Greeting }));
    const Part = partWith(fetchChunk);
    const root = document.createElement("div");
    root.innerHTML = renderToString(page(Greeting));
    document.body.append(root);
    const before = root.querySelector("#greeting");
    await loadLazyComponents();
    expect(fetchChunk).toHaveBeenCalledTimes(1);

    const failures: unknown[] = [];
    const react = hydrateRoot(root, page(Part), {
      onRecoverableError: (error) => failures.push(error),
    });
    await new Promise((done) => setTimeout(done));
    react.render(page(Part, "Bo"));
    expect(await screen.findByText("Good day, Bo")).toBeTruthy();
    expect(root.querySelector("#greeting")).toBe(before);
    expect(failures).toEqual([]);
    react.unmount();
  });

  test("a part that the server has rendered to nothing is taken over as nothing", async () => {
    const Part = lazyComponent(
      async () => ({ Nothing: () => null }),
      (chunk) => chunk.Nothing,
      "nothing",
    );
    const root = document.createElement("div");
    root.innerHTML = renderToString(<p id="beside">Beside it</p>);
    document.body.append(root);
    const before = root.querySelector("#beside");
    await loadLazyComponents();

    const failures: unknown[] = [];
    const react = hydrateRoot(
      root,
      <>
        <Part />
        <p id="beside">Beside it</p>
      </>,
      { onRecoverableError: (error) => failures.push(error) },
    );
    await new Promise((done) => setTimeout(done));
    expect(root.querySelector("#beside")).toBe(before);
    expect(failures).toEqual([]);
    react.unmount();
  });

  test("a page without the part fetches nothing, and one whose script does not come is told so", async () => {
    const fetchChunk = vi.fn(() => Promise.reject(new Error("no network")));
    partWith(fetchChunk);
    await loadLazyComponents();
    expect(fetchChunk).not.toHaveBeenCalled();
    document.body.innerHTML = `<p id="greeting">Good day, Ada</p>`;
    await expect(loadLazyComponents()).rejects.toThrow("no network");
  });

  test("a part that scripts ask for and that does not come is fetched with its page, as the server renders it", async () => {
    const reload = vi
      .spyOn(window.location, "reload")
      .mockImplementation(() => undefined);
    // As a page begins: files that ran before in this process may have said how to fetch from then on.
    vi.resetModules();
    const fresh = await import("./lazy-component");
    const Part = fresh.lazyComponent(
      () =>
        Promise.reject<{ Greeting: typeof Greeting }>(new Error("no network")),
      (chunk) => chunk.Greeting,
      "greeting",
    );
    render(<Part name="Ada" />);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(screen.queryByText("Good day, Ada")).toBeNull();
  });

  test.each(["empty", "fault"] as const)(
    "the %s drawing has its place at once, and is drawn when its script is there",
    async (kind) => {
      const { container } = render(<StateDrawing kind={kind} />);
      expect(container.querySelectorAll("svg.drawing")).toHaveLength(1);
      await waitFor(() =>
        expect(container.querySelector("svg.drawing path")).not.toBeNull(),
      );
      expect(container.querySelectorAll("svg.drawing")).toHaveLength(1);
    },
  );
});

describe("what the server has drawn", () => {
  /** A document as a server sends it. */
  function documentOf(page: ReactElement): HTMLElement {
    const root = document.createElement("div");
    // A server has no document.
    vi.stubGlobal("document", undefined);
    const markup = renderToString(page);
    vi.unstubAllGlobals();
    root.innerHTML = markup;
    document.body.append(root);
    return root;
  }

  async function hydrate(
    root: HTMLElement,
    page: ReactElement,
    options?: HydrationOptions,
  ): Promise<Root> {
    return act(async () => hydrateRoot(root, page, options));
  }

  function drawing(text: string, onDraw = () => undefined) {
    function Drawing() {
      onDraw();
      return <p>{text}</p>;
    }
    return (
      <StaticPart id="drawing" version={text} fallback="Loading">
        <Drawing />
      </StaticPart>
    );
  }

  test("what the server drew stays, and is drawn again when it changes", async () => {
    const root = documentOf(drawing("first"));
    const drawn = screen.getByText("first");

    const draw = vi.fn(() => undefined);
    const failures: unknown[] = [];
    const react = await hydrate(root, drawing("first", draw), {
      onRecoverableError: (error) => failures.push(error),
    });
    await act(async () => react.render(drawing("first", draw)));
    expect(screen.getByText("first")).toBe(drawn);
    expect(draw).not.toHaveBeenCalled();

    await act(async () => react.render(drawing("second", draw)));
    expect(await screen.findByText("second")).toBeTruthy();
    expect(screen.queryByText("first")).toBeNull();
    expect(draw).toHaveBeenCalled();
    expect(failures).toEqual([]);
    await act(async () => react.unmount());
  });

  function links(version: string, ...hrefs: string[]) {
    return (
      <StaticPart id="links" version={version} fallback="Loading">
        {hrefs.map((href) => (
          <a key={href} href={href}>
            {href}
          </a>
        ))}
      </StaticPart>
    );
  }

  test("a link keeps the focus when its part is drawn again, and again as it was, whatever its query", async () => {
    const server = links("server", "/place/1?from=a", "/place/2?from=a");
    const react = await hydrate(documentOf(server), server);
    const first = screen.getByText("/place/2?from=a");
    first.focus();
    await act(async () =>
      react.render(links("script", "/place/2?from=b", "/place/1?from=b")),
    );
    const link = await screen.findByText("/place/2?from=b");
    expect(document.activeElement).toBe(link);

    await act(async () => react.render(server));
    const back = await screen.findByText("/place/2?from=a");
    expect(back).not.toBe(first);
    expect(document.activeElement).toBe(back);
    await act(async () => react.unmount());
  });

  test("a part that is drawn again takes the focus from nothing else", async () => {
    const page = (version: string) => (
      <>
        <a href="/place/1">beside</a>
        {links(version, `/place/1?${version}`)}
      </>
    );
    const react = await hydrate(documentOf(page("server")), page("server"));
    const beside = screen.getByText("beside");
    beside.focus();
    await act(async () => react.render(page("script")));
    await screen.findByText("/place/1?script");
    expect(document.activeElement).toBe(beside);
    await act(async () => react.unmount());
  });

  test("a page that scripts opened draws at once", () => {
    render(drawing("first"));
    expect(screen.getByText("first")).toBeTruthy();
  });

  test("a part of the document that comes back is as it was, and needs no drawing", async () => {
    const page = (text: string, isThere: boolean, draw = () => undefined) => (
      <main>{isThere ? drawing(text, draw) : "Loading"}</main>
    );
    const root = documentOf(page("kept", true));
    const draw = vi.fn(() => undefined);
    const react = await hydrate(root, page("kept", true, draw));
    await act(async () => react.render(page("kept", false)));
    expect(screen.queryByText("kept")).toBeNull();
    await act(async () => react.render(page("kept", true, draw)));
    expect(await screen.findByText("kept")).toBeTruthy();
    expect(draw).not.toHaveBeenCalled();
    await act(async () => react.render(page("other", true, draw)));
    expect(await screen.findByText("other")).toBeTruthy();
    expect(draw).toHaveBeenCalled();
    await act(async () => react.unmount());
  });
});

describe("data that are followed by more", () => {
  interface Data {
    graphs: string;
    list: string;
    later?: Promise<Partial<Data> | null>;
    latest?: Promise<Partial<Data> | null>;
  }

  function Page({ data }: { data: Data }) {
    const { graphs, list } = useArrived(data);
    return (
      <>
        <p>
          {graphs}, {list}
        </p>
        <a id={WHOLE_PAGE_ID} href="/page?whole=1">
          Load the whole page
        </a>
      </>
    );
  }

  /** Something else on the page that reads the same data. */
  function Footer({ data }: { data: Data }) {
    return <footer>{useArrivals()(data).graphs}</footer>;
  }

  function later() {
    let settle!: (more: Partial<Data> | null) => void;
    let fail!: (error: Error) => void;
    const promise = new Promise<Partial<Data> | null>((resolve, reject) => {
      settle = resolve;
      fail = reject;
    });
    return { promise, settle, fail };
  }

  const flush = () => act(async () => undefined);

  test("change as it comes, in all that reads them", async () => {
    const [one, two] = [later(), later()];
    const data = {
      graphs: "none",
      list: "none",
      later: one.promise,
      latest: two.promise,
    };
    render(
      <>
        <Page data={data} />
        <Footer data={data} />
      </>,
    );
    expect(screen.getByText("none, none")).toBeTruthy();
    one.settle({ graphs: "five" });
    await flush();
    expect(screen.getByText("five, none")).toBeTruthy();
    expect(screen.getByText("five")).toBeTruthy();
    two.settle({ list: "three rows" });
    await flush();
    expect(screen.getByText("five, three rows")).toBeTruthy();
  });

  test("are whole for a page that comes back to them", async () => {
    const one = later();
    const data = { graphs: "none", list: "none", later: one.promise };
    const { unmount } = render(<Page data={data} />);
    unmount();
    one.settle({ graphs: "five" });
    await flush();
    render(<Page data={data} />);
    expect(screen.getByText("five, none")).toBeTruthy();
  });

  test("are loaded whole where null follows, if they are still shown", async () => {
    const replace = watchReplace();
    const [gone, shown] = [later(), later()];
    const { unmount } = render(
      <Page data={{ graphs: "", list: "", later: gone.promise }} />,
    );
    unmount();
    gone.settle(null);
    await flush();
    expect(replace).not.toHaveBeenCalled();
    render(<Page data={{ graphs: "", list: "", later: shown.promise }} />);
    shown.settle(null);
    await flush();
    expect(replace).toHaveBeenCalledWith(
      expect.stringMatching(/\/page\?whole=1$/),
    );
  });

  test("stay as they are where one is lost: a reload would stop whoever leaves", async () => {
    const replace = watchReplace();
    const [lost, comes] = [later(), later()];
    render(
      <Page
        data={{
          graphs: "none",
          list: "none",
          later: lost.promise,
          latest: comes.promise,
        }}
      />,
    );
    lost.fail(new Error("Deferred data aborted"));
    comes.settle({ list: "three rows" });
    await flush();
    expect(screen.getByText("none, three rows")).toBeTruthy();
    expect(replace).not.toHaveBeenCalled();
  });

  function watchReplace() {
    return vi
      .spyOn(window.location, "replace")
      .mockImplementation(() => undefined);
  }
});
