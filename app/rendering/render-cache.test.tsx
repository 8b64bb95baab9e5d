import { lazy, Suspense, useId, useState } from "react";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { RenderCacheContext, StaticPart } from "./static-part";
import { renderCache } from "./render-cache.server";

function Text({ text, onDraw }: { text: string; onDraw?: () => void }) {
  onDraw?.();
  return (
    <p>
      {text} is {text}
    </p>
  );
}

test("the same part is drawn once for whoever is shown the same, without marks for scripts", () => {
  const markup = renderCache();
  const onDraw = vi.fn();
  const draw = (id: string, text: string) =>
    markup(id, text, <Text text={text} onDraw={onDraw} />);
  expect(draw("a", "one")).toBe("<p>one is one</p>");
  expect(draw("a", "one")).toBe("<p>one is one</p>");
  expect(onDraw).toHaveBeenCalledTimes(1);
  expect(draw("a", "other")).toBe("<p>other is other</p>");
  expect(draw("b", "one")).toBe("<p>one is one</p>");
  expect(onDraw).toHaveBeenCalledTimes(3);
});

test("only so much is kept, and what was used last", () => {
  const onDraw = vi.fn();
  const markup = renderCache(2_000);
  const draw = (version: string) =>
    markup("a", version, <Text text={"long ".repeat(30)} onDraw={onDraw} />);
  draw("1");
  draw("2");
  draw("2");
  expect(onDraw).toHaveBeenCalledTimes(2);
  for (const version of ["3", "4", "5"]) draw(version);
  draw("5");
  expect(onDraw).toHaveBeenCalledTimes(5);
  draw("1");
  expect(onDraw).toHaveBeenCalledTimes(6);
});

test("what waits, also in a boundary of its own, is not kept until it has come", async () => {
  const load = Promise.resolve({ default: Text });
  const Late = lazy(() => load);
  const parts = [
    <Late key="bare" text="late" />,
    <Suspense key="bounded" fallback="Loading">
      <Late text="late" />
    </Suspense>,
  ];
  const markup = renderCache();
  const drawAll = () => parts.map((part) => markup(String(part.key), "", part));
  expect(drawAll()).toEqual([null, null]);
  await load;
  expect(drawAll()).toEqual(["<p>late is late</p>", "<p>late is late</p>"]);
});

test("what fails is not kept", () => {
  let fails = true;
  function Moody() {
    if (fails) throw new Error("not today");
    return "fine";
  }
  const markup = renderCache();
  const inBoundary = (
    <Suspense fallback="Loading">
      <Moody />
    </Suspense>
  );
  expect(markup("bare", "", <Moody />)).toBeNull();
  expect(markup("bounded", "", inBoundary)).toBeNull();
  fails = false;
  expect(markup("bare", "", <Moody />)).toBe("fine");
  expect(markup("bounded", "", inBoundary)).toBe("fine");
});

test("a part in a page is drawn beside it: the hooks and ids of both stay as they are", () => {
  function Named() {
    return <i id={useId()} />;
  }
  function Page() {
    const [before] = useState("before");
    const id = useId();
    return (
      <main id={id}>
        {before}
        {["one", "two"].map((part) => (
          <StaticPart key={part} id={part} version="" fallback="Loading">
            <Named />
          </StaticPart>
        ))}
        <Named />
      </main>
    );
  }
  const html = renderToString(
    <RenderCacheContext.Provider value={renderCache()}>
      <Page />
    </RenderCacheContext.Provider>,
  );
  const ids = [...html.matchAll(/id="(:[^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(4);
  expect(html).toContain("before");
  expect(html).toContain("</main>");
});
