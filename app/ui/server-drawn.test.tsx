// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { hydrateRoot } from "react-dom/client";
import { afterEach, expect, test, vi } from "vitest";
import { ServerDrawn } from "./server-drawn";

afterEach(() => {
  cleanup();
  document.body.innerHTML = "";
});

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
  const root = document.createElement("div");
  // A server has no document.
  vi.stubGlobal("document", undefined);
  const markup = renderToString(drawing("first"));
  vi.unstubAllGlobals();
  root.innerHTML = markup;
  document.body.append(root);
  const drawn = screen.getByText("first");

  const draw = vi.fn(() => undefined);
  const failures: unknown[] = [];
  const react = hydrateRoot(root, drawing("first", draw), {
    onRecoverableError: (error) => failures.push(error),
  });
  await new Promise((done) => setTimeout(done));
  react.render(drawing("first", draw));
  await new Promise((done) => setTimeout(done));
  expect(screen.getByText("first")).toBe(drawn);
  expect(draw).not.toHaveBeenCalled();

  react.render(drawing("second", draw));
  expect(await screen.findByText("second")).toBeTruthy();
  expect(screen.queryByText("first")).toBeNull();
  expect(draw).toHaveBeenCalled();
  expect(failures).toEqual([]);
  react.unmount();
});

test("a page that scripts opened draws at once", () => {
  render(drawing("first"));
  expect(screen.getByText("first")).toBeTruthy();
});
