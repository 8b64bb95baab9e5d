import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");

const FOLDERS =
  "app bench docs e2e examples mocks public scripts server tests vendor".split(
    " ",
  );

const FILES = [
  ...readdirSync(ROOT),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true }).map((file) =>
      join(folder, String(file)),
    ),
  ),
];

const NAMES = new Set(FILES.map((file) => basename(file)));

/** What stands in backticks and is a path of the repository, or the name of one of its files. */
function codePaths(text: string): string[] {
  return [...text.matchAll(/`([\w$./-]+)`/g)]
    .map(([, path]) => path ?? "")
    .filter((path) => isPath(path) || /\w\.(tsx?|[mc]js|css|json)$/.test(path));
}

function isPath(path: string): boolean {
  return FOLDERS.some(
    (folder) => path === folder || path.startsWith(`${folder}/`),
  );
}

/** Where links lead within the repository, without their anchors. */
function linkPaths(text: string): string[] {
  return [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(
    ([, path]) => path ?? "",
  );
}

const PAGES = FILES.filter((file) => file.endsWith(".md"));

it("every path that a page names exists", () => {
  // Of what is released, the list of changes keeps the names of its day.
  const named = PAGES.filter((page) => page !== "CHANGELOG.md").flatMap(
    (page) => codePaths(textOf(page)).map((path) => ({ page, path })),
  );
  expect(named.length).toBeGreaterThan(400);
  expect(
    named.filter(({ path }) =>
      isPath(path) ? !existsSync(join(ROOT, path)) : !NAMES.has(basename(path)),
    ),
  ).toEqual([]);
});

it("no page links to a file that is not there", () => {
  expect(PAGES.length).toBeGreaterThan(30);
  expect(
    PAGES.flatMap((page) =>
      linkPaths(textOf(page))
        .filter((path) => !existsSync(join(ROOT, dirname(page), path)))
        .map((path) => `${page}: ${path}`),
    ),
  ).toEqual([]);
});

function textOf(page: string): string {
  return readFileSync(join(ROOT, page), "utf8");
}
