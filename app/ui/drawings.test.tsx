import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { BrandMark } from "./brand-mark";
import { LockedDrawing, SignpostDrawing, PanelDrawing } from "./drawings";

test.each([
  ["locked", <LockedDrawing key="l" />, 2048],
  ["signpost", <SignpostDrawing key="s" />, 2048],
  ["fault", <PanelDrawing key="f" kind="fault" />, 2048],
  ["empty", <PanelDrawing key="e" kind="empty" />, 2048],
  ["brand mark", <BrandMark key="b" />, 1024],
])(
  "the %s drawing is small, decorative and without styles",
  (_, drawing, bytes) => {
    const svg = renderToStaticMarkup(drawing);
    expect(svg.length).toBeLessThan(bytes);
    expect(svg).toContain('aria-hidden="true"');
    expect(svg).not.toContain("style=");
  },
);
