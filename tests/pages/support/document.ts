import { Window } from "happy-dom";

/** The part of a node that these helpers read. */
interface Found {
  textContent: string;
}

/** A page's HTML as a document; nothing in it runs. */
export function documentOf(html: string) {
  const { document } = new Window();
  document.write(html);
  return document;
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

/** The texts of all elements that match. */
export function textsOf(root: PageDocument, selector: string): string[] {
  return all(root, selector).map(textOf);
}

/** Every labelled figure of the page's definition lists. */
export function figuresOf(root: PageDocument): Record<string, string> {
  return Object.fromEntries(
    all(root, "dl > div").map((one) => [
      textOf(one.querySelector("dt")),
      textOf(one.querySelector("dd")),
    ]),
  );
}
