import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { UnbrokenWords } from "./unbroken-words";

test("a code is held together, and the spaces around it stay", () => {
  const html = renderToStaticMarkup(
    <UnbrokenWords text="PV1-2:EMR=E and PV1-36:HOSP=02" />,
  );
  const spans = html.match(/<span[^>]*>[^<]*<\/span>/g);
  expect(spans?.map((span) => span.replace(/<[^>]*>/g, ""))).toEqual([
    "PV1-2:EMR=E",
    "PV1-36:HOSP=02",
  ]);
  expect(html.replace(/<[^>]*>/g, "")).toBe("PV1-2:EMR=E and PV1-36:HOSP=02");
});
