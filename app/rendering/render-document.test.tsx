import { lazy, Suspense, type ReactElement } from "react";
import { expect, it, vi } from "vitest";
import { renderDocument } from "./render-document.server";

const render = async (element: ReactElement) => {
  const onError = vi.fn();
  const { html, failed } = await renderDocument(element, "nonce", onError);
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

it("a document that fails is told once, and is none", async () => {
  const onError = vi.fn();
  await expect(renderDocument(<Broken />, "nonce", onError)).rejects.toThrow(
    "broken part",
  );
  expect(onError).toHaveBeenCalledTimes(1);
});
