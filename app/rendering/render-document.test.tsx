import { lazy, Suspense, type ReactElement, useId, useState } from "react";
import { expect, it, vi, test } from "vitest";
import { asText, renderDocument, renderCache } from "./render-document.server";
import { renderToString } from "react-dom/server";
import { RenderCacheContext, StaticPart } from "./static-part";

const render = async (element: ReactElement) => {
  const onError = vi.fn();
  const { html, failed } = await renderDocument(
    (cache) => (
      <RenderCacheContext.Provider value={cache}>
        {element}
      </RenderCacheContext.Provider>
    ),
    renderCache(),
    "nonce",
    onError,
  );
  return { html: html.toString(), failed, errors: onError.mock.calls.flat() };
};

function Broken(): ReactElement {
  throw new Error("broken part");
}

const page = (part: ReactElement) => (
  <html lang="en">
    <body>
      <p>Señora Núñez &lt; 5 °C</p>
      <Suspense fallback={null}>{part}</Suspense>
    </body>
  </html>
);

it("a document is whole, in the encoding of the web, with its type", async () => {
  expect(await render(page(<p>part</p>))).toEqual({
    html: `<!DOCTYPE html><html lang="en"><body><p>Señora Núñez &lt; 5 °C</p><!--$--><p>part</p><!--/$--></body></html>`,
    failed: false,
    errors: [],
  });
});

it("a part that has to be fetched is waited for, and is the same when it is there", async () => {
  let fetched = 0;
  const Late = lazy(async () => {
    fetched += 1;
    return { default: () => <p>late</p> };
  });
  const first = await render(page(<Late />));
  expect(first.html).toContain("<p>late</p>");
  expect([first.failed, first.errors]).toEqual([false, []]);
  expect(await render(page(<Late />))).toEqual(first);
  expect(fetched).toBe(1);
});

it("a part that fails is told once, and leaves the rest", async () => {
  const { html, failed, errors } = await render(page(<Broken />));
  expect(html).toContain("<p>Señora Núñez &lt; 5 °C</p>");
  expect(html.startsWith("<!DOCTYPE html><html")).toBe(true);
  expect(failed).toBe(true);
  expect(errors).toEqual([new Error("broken part")]);
});

it("cached parts stand in their places, also beside one that fails", async () => {
  const parts = ["one", "«two»"].map((text) => (
    <StaticPart key={text} id={text} version="" fallback="Loading">
      <b>{text}</b>
    </StaticPart>
  ));
  const shown = parts.map(({ key }) => `<div id="${key}"><b>${key}</b></div>`);
  const whole = await render(page(<>{parts}</>));
  expect(whole.html).toContain(shown.join(""));
  const { html, failed } = await render(
    <>
      {parts}
      {page(<Broken />)}
    </>,
  );
  expect(html).toContain(shown.join(""));
  expect(failed).toBe(true);
});

it("a document that fails is told once, and is none", async () => {
  const onError = vi.fn();
  await expect(
    renderDocument(() => <Broken />, renderCache(), "nonce", onError),
  ).rejects.toThrow("broken part");
  expect(onError).toHaveBeenCalledTimes(1);
});

function Text({ text, onDraw }: { text: string; onDraw?: () => void }) {
  onDraw?.();
  return (
    <p>
      {text} is {text}
    </p>
  );
}

test("the same part is drawn once for whoever is shown the same, without marks for scripts", () => {
  const markup = asText(renderCache());
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
  const markup = asText(renderCache(1_200));
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
  const markup = asText(renderCache());
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
  const markup = asText(renderCache());
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
    <RenderCacheContext.Provider value={asText(renderCache())}>
      <Page />
    </RenderCacheContext.Provider>,
  );
  const ids = [...html.matchAll(/id="(:[^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(4);
  expect(html).toContain("before");
  expect(html).toContain("</main>");
});
