import { readdirSync, readFileSync } from "node:fs";
import postcss from "postcss";
import { all, type PageDocument } from "./document";

interface Style {
  property: string;
  /** Whether it holds for some screens or states alone. */
  isConditional: boolean;
}

const FOLDER = "public/build/_assets";
const CLASS = /\.((?:\\.|[a-zA-Z_-])(?:\\.|[\w-])*)/g;
/** A class and what it is asked for, with nothing around it. */
const ALONE = /^\.((?:\\.|[\w-])+)((?:::?[\w-]+)?)$/;

const nameOf = (selector: string) => selector.replaceAll("\\", "");

/** What each sheet says of each class. */
function readSheet(css: string) {
  const names = new Set<string>();
  const alone = new Map<string, Style[]>();
  postcss.parse(css).walkRules((rule) => {
    for (const [, name = ""] of rule.selector.matchAll(CLASS)) {
      names.add(nameOf(name));
    }
    for (const selector of rule.selectors) {
      const [, name, state] = ALONE.exec(selector) ?? [];
      if (!name) continue;
      const isConditional = rule.parent?.type === "atrule" || state !== "";
      const styles = rule.nodes.flatMap((node) =>
        node.type === "decl" && !node.important
          ? [{ property: node.prop, isConditional }]
          : [],
      );
      const known = alone.get(nameOf(name)) ?? [];
      alone.set(nameOf(name), [...known, ...styles]);
    }
  });
  return { names, alone };
}

function isSame(one: string, other: string): boolean {
  return (
    one === other || one.startsWith(`${other}-`) || other.startsWith(`${one}-`)
  );
}

/**
 * A check of a page's HTML: each class that any sheet knows is known to the sheets that the page has, and on no element
 * does a class of a later sheet undo what one of an earlier sheet says for some screens or states.
 */
export function sheetFaults(): (page: PageDocument) => string[] {
  const sheets = new Map(
    readdirSync(FOLDER)
      .filter((file) => file.endsWith(".css"))
      .map((file) => [
        `/build/_assets/${file}`,
        readSheet(readFileSync(`${FOLDER}/${file}`, "utf8")),
      ]),
  );
  const known = new Set([...sheets.values()].flatMap((one) => [...one.names]));
  const inlined = new Map<string, ReturnType<typeof readSheet>>();
  function readInlined(css: string) {
    const sheet = inlined.get(css) ?? readSheet(css);
    inlined.set(css, sheet);
    return sheet;
  }

  return (page) => {
    const own = all(page, "head style").map(({ textContent }) =>
      readInlined(textContent),
    );
    const linked = all(page, "link[rel=stylesheet]").flatMap(
      (link) => sheets.get(link.getAttribute("href") ?? "") ?? [],
    );
    const loaded = [...own, ...linked];
    const faults = new Set<string>();
    for (const element of all(page, "[class]")) {
      const names = (element.getAttribute("class") ?? "").split(" ");
      for (const name of names) {
        if (!known.has(name) || loaded.some((one) => one.names.has(name))) {
          continue;
        }
        faults.add(`the page has no sheet with .${name}`);
      }
      const styles = loaded.map(({ alone }) =>
        names.flatMap((name) =>
          (alone.get(name) ?? []).map((style) => ({ ...style, name })),
        ),
      );
      for (const [at, later] of styles.entries()) {
        for (const one of later) {
          for (const other of styles.slice(0, at).flat()) {
            const isInOrder = one.isConditional || !other.isConditional;
            if (isInOrder || !isSame(one.property, other.property)) continue;
            faults.add(
              `.${one.name} of a later sheet goes before .${other.name}: ${one.property}`,
            );
          }
        }
      }
    }
    return [...faults];
  };
}
