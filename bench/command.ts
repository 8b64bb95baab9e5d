import type { MeasureChapter } from "./chapter";
import { asMarkdown } from "./markdown";

/** Each is loaded when it is asked for: one needs a browser, another a database. */
const CHAPTERS: Record<string, () => Promise<MeasureChapter>> = {
  line: async () => (await import("./line/measure")).measureLine,
  pages: async () => (await import("./pages/measure")).measurePages,
  data: async () => (await import("./data/measure")).measure,
};

/**
 * `npm run bench [-- CHAPTER…]`: measures and prints Markdown, progress on standard error. What is measured in time
 * depends on the machine, and ends it with an error where a ratio is missed alone: the gate holds budgets in bytes and counts.
 */
async function main(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !(name in CHAPTERS));
  if (unknown.length > 0) {
    process.stderr.write(
      `Unknown: ${unknown.join(" ")}. There are ${Object.keys(CHAPTERS).join(", ")}.\n`,
    );
    process.exitCode = 2;
    return;
  }
  for (const name of names.length > 0 ? names : Object.keys(CHAPTERS)) {
    const measure = await CHAPTERS[name]?.();
    const chapter = await measure?.((progress) =>
      process.stderr.write(`${name}: ${progress}\n`),
    );
    if (!chapter) continue;
    process.stdout.write(`${asMarkdown(chapter)}\n`);
    if (chapter.budgets.some(({ isAsserted, isMet }) => isAsserted && !isMet)) {
      process.exitCode = 1;
    }
  }
}

await main(process.argv.slice(2));
