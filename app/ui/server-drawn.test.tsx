// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { hydrateRoot } from "react-dom/client";
import { afterEach, expect, test, vi } from "vitest";
import { ServerDrawn } from "./server-drawn";

afterEach(() => {
  cleanup();
  document.body.innerHTML = "";
});

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

/** Until what React put off is done. */
const settled = () => new Promise((done) => setTimeout(done));

function drawing(text: string, onDraw = () => undefined) {
  function Drawing() {
    onDraw();
    return <p>{text}</p>;
  }
  return (
    <ServerDrawn id="drawing" version={text} fallback="Loading">
      <Drawing />
    </ServerDrawn>
  );
}

test("what the server drew stays, and is drawn anew when it changes", async () => {
  const root = documentOf(drawing("first"));
  const drawn = screen.getByText("first");

  const draw = vi.fn(() => undefined);
  const failures: unknown[] = [];
  const react = hydrateRoot(root, drawing("first", draw), {
    onRecoverableError: (error) => failures.push(error),
  });
  await settled();
  react.render(drawing("first", draw));
  await settled();
  expect(screen.getByText("first")).toBe(drawn);
  expect(draw).not.toHaveBeenCalled();

  react.render(drawing("second", draw));
  expect(await screen.findByText("second")).toBeTruthy();
  expect(screen.queryByText("first")).toBeNull();
  expect(draw).toHaveBeenCalled();
  expect(failures).toEqual([]);
  react.unmount();
});

function links(version: string, ...hrefs: string[]) {
  return (
    <ServerDrawn id="links" version={version} fallback="Loading">
      {hrefs.map((href) => (
        <a key={href} href={href}>
          {href}
        </a>
      ))}
    </ServerDrawn>
  );
}

test("a link keeps the focus when its part is drawn anew, and again as it was, whatever its query", async () => {
  const server = links("server", "/place/1?from=a", "/place/2?from=a");
  const react = hydrateRoot(documentOf(server), server);
  await settled();
  const first = screen.getByText("/place/2?from=a");
  first.focus();
  react.render(links("script", "/place/2?from=b", "/place/1?from=b"));
  const link = await screen.findByText("/place/2?from=b");
  expect(document.activeElement).toBe(link);

  react.render(server);
  const back = await screen.findByText("/place/2?from=a");
  expect(back).not.toBe(first);
  expect(document.activeElement).toBe(back);
  react.unmount();
});

test("a part that is drawn anew takes the focus from nothing else", async () => {
  const page = (version: string) => (
    <>
      <a href="/place/1">beside</a>
      {links(version, `/place/1?${version}`)}
    </>
  );
  const react = hydrateRoot(documentOf(page("server")), page("server"));
  await settled();
  const beside = screen.getByText("beside");
  beside.focus();
  react.render(page("script"));
  await screen.findByText("/place/1?script");
  expect(document.activeElement).toBe(beside);
  react.unmount();
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
  const react = hydrateRoot(root, page("kept", true, draw));
  await settled();
  react.render(page("kept", false));
  await settled();
  expect(screen.queryByText("kept")).toBeNull();
  react.render(page("kept", true, draw));
  expect(await screen.findByText("kept")).toBeTruthy();
  expect(draw).not.toHaveBeenCalled();
  react.render(page("other", true, draw));
  expect(await screen.findByText("other")).toBeTruthy();
  expect(draw).toHaveBeenCalled();
  react.unmount();
});
