import { parseHTML } from "linkedom";

/** The part of a node that these helpers read. */
interface Found {
  textContent: string;
}

/** As React writes them; a browser reads them in small letters, which the parser leaves to its caller. */
const ATTRIBUTES_IN_CAMEL_CASE =
  / (?:autoComplete|charSet|colSpan|crossOrigin|dateTime|encType|maxLength|minLength|noValidate|readOnly|rowSpan|srcSet)(?=[=\s>])/g;

/** A page's HTML as a document; nothing in it runs. An answer without a body is an empty one. */
export function documentOf(html: string) {
  const asRead = html.replace(ATTRIBUTES_IN_CAMEL_CASE, (name) =>
    name.toLowerCase(),
  );
  return parseHTML(asRead || "<!DOCTYPE html><html></html>").document;
}

export type PageDocument = ReturnType<typeof documentOf>;

/** All elements that match, as an array. */
export function all(
  root: Pick<PageDocument, "querySelectorAll">,
  selector: string,
) {
  return Array.from(root.querySelectorAll(selector));
}

/** The text of an element on one line. */
export function textOf(element: Found | null | undefined): string {
  return element?.textContent.replace(/\s+/g, " ").trim() ?? "";
}

/** What is read out for an element: its label, or its text. */
export function nameOf(
  element: (Found & Pick<Element, "getAttribute">) | null | undefined,
): string {
  return element?.getAttribute("aria-label") ?? textOf(element);
}

/** The texts of all elements that match. */
export function textsOf(root: PageDocument, selector: string): string[] {
  return all(root, selector).map(textOf);
}

/** Every labelled figure of the page's definition lists. */
export function figuresOf(root: PageDocument): Record<string, string> {
  return Object.fromEntries(
    all(root, "ul[role=list] > li, dl > div").map(({ children }) => [
      textOf(children[0] ?? null),
      textOf(children[1] ?? null),
    ]),
  );
}
