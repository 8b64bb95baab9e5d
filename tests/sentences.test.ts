import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");

/** Where the sentences stand that these rules hold. */
const ROOMS = [
  "app/contract",
  "app/domain",
  "app/features",
  "app/routes",
  "app/ui",
  "server",
  "scripts/start.mjs",
];

/** Longer sentences have more than one thought. */
const MOST_WORDS = 22;

/** Words that nobody says on a ward. */
const UNSPOKEN = /could not be had|meanwhile|stands on|in vain|alone can tell/i;

interface Text {
  /** File and line. */
  place: string;
  words: string;
}

function sourcesIn(path: string): string[] {
  if (statSync(join(ROOT, path)).isFile()) return [path];
  return readdirSync(join(ROOT, path), { recursive: true })
    .map((file) => join(path, String(file)))
    .filter((file) => /(?<!\.test|\.data|\.d)\.tsx?$/.test(file))
    .filter((file) => !file.includes("/testing/"));
}

/** Every text of a file that has the length of a sentence; what a program puts in stands as '…'. */
function textsOf(file: string): Text[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(ROOT, file), "utf8"),
    ts.ScriptTarget.Latest,
    true,
  );
  const texts: Text[] = [];
  function visit(node: ts.Node): void {
    if (ts.isTaggedTemplateExpression(node)) return;
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    for (const part of partsOf(node)) {
      const words = part.replace(/\s+/g, " ").trim();
      if (!/^["'A-Z…].* .* .* /.test(words)) continue;
      if (words.includes("document.")) continue;
      texts.push({ place: `${file}:${line + 1}`, words });
    }
    ts.forEachChild(node, visit);
  }
  visit(source);
  return texts;
}

function partsOf(node: ts.Node): string[] {
  if (ts.isJsxText(node)) return [node.text];
  // The usage of a command has paragraphs, and a line for each option.
  if (ts.isStringLiteralLike(node)) return node.text.split(/\n\n|\n {2}/);
  if (!ts.isTemplateExpression(node)) return [];
  const spans = node.templateSpans.map(({ literal }) => `…${literal.text}`);
  return [node.head.text + spans.join("")];
}

const TEXTS = ROOMS.flatMap(sourcesIn).flatMap(textsOf);

function breaking(isBroken: (words: string) => boolean): string[] {
  return TEXTS.filter(({ words }) => isBroken(words)).map(
    ({ place, words }) => `${place}: ${words}`,
  );
}

describe("a sentence of a screen or a command", () => {
  it("is looked for where there are some", () => {
    expect(TEXTS.length).toBeGreaterThan(200);
  });

  it("has one thought: no semicolon joins two", () => {
    expect(breaking((words) => /; [a-z…]/.test(words))).toEqual([]);
  });

  it(`has at most ${MOST_WORDS} words`, () => {
    const isLong = (words: string) =>
      words
        .split(/[.:?!]["')]? /)
        .some((sentence) => sentence.split(" ").length > MOST_WORDS);
    expect(breaking(isLong)).toEqual([]);
  });

  it("is said as people say it", () => {
    expect(breaking((words) => UNSPOKEN.test(words))).toEqual([]);
  });
});
