import { statSync } from "node:fs";
import path from "node:path";

/** A script of this size takes longer on its way than the small ones take to ask for each other. */
const LARGE_BYTES = 50_000;

const sizes = new Map<string, number>();

function isLarge(href: string): boolean {
  const file = path.join("public", href);
  const size =
    sizes.get(href) ?? statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  sizes.set(href, size);
  return size >= LARGE_BYTES;
}

/** A script that asks for the large ones among these, in words that every browser understands. */
export const preloadLarge:
  | ((hrefs: readonly string[]) => string)
  | undefined = (
  hrefs,
) => `${JSON.stringify(hrefs.filter(isLarge))}.map(function (href) {
var link = document.createElement("link");
link.rel = "modulepreload";
link.href = href;
document.head.append(link);
});`;
