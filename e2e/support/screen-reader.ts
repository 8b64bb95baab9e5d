import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";

const READER_PATH = "/virtual-screen-reader.js";
const START_PATH = "/start-reading.js";
const READER = readFileSync(
  fileURLToPath(
    import.meta.resolve("@guidepup/virtual-screen-reader/browser.js"),
  ),
  "utf8",
);

/** What is used of the reader, in the page where it runs. */
interface VirtualReader {
  start: (options: { container: Element }) => Promise<void>;
  stop: () => Promise<void>;
  next: () => Promise<void>;
  perform: (command: string) => Promise<void>;
  activeNode: Node | null;
  lastSpokenPhrase: () => Promise<string>;
  spokenPhraseLog: () => Promise<string[]>;
  commands: Record<string, string>;
}

/** What no screen reader says by itself: the ends of things, paragraphs, and live regions without news. */
const SILENT = /^(end of |end, |(paragraph|document|rowgroup|alert|status)$)/;

/** Times of the day and of the data, which pass. */
const TIMES: readonly [RegExp, string][] = [
  [/\d\d:\d\d\s[AP]M/g, "HH:MM"],
  [/HH:MM\sET\s\d\d\/\d\d\/\d{4}/g, "HH:MM ET MM/DD/YYYY"],
  [/\d\d\/\d\d\/\d{4}\sHH:MM\sET/g, "MM/DD/YYYY HH:MM ET"],
];

/** Every day of a page whose days follow today. */
const DAYS: readonly [RegExp, string][] = [
  [/\d\d\/\d\d\/\d{4}/g, "MM/DD/YYYY"],
  [/\b20\d\d-\d\d-\d\d\b/g, "YYYY-MM-DD"],
];

/**
 * What the virtual screen reader says of that part of the page from its beginning to its end, a phrase a line, without
 * the silent ones. The page's context must pass by its own content security policy.
 */
export async function readAloud(
  page: Page,
  within: string,
  { hideDays = false } = {},
): Promise<string> {
  await bringReader(page);
  const said = await page.evaluate(async (selector) => {
    const { virtualReader: reader } = window as unknown as {
      virtualReader: VirtualReader;
    };
    const container = document.querySelector(selector);
    if (!container) throw new Error(`nothing at ${selector}`);
    // What an image is drawn of is no part of the page; the reader knows that of HTML alone.
    for (const part of container.querySelectorAll("svg[role=img] > *")) {
      part.setAttribute("aria-hidden", "true");
    }
    await reader.start({ container });
    // At the end the reader begins again.
    const first = reader.activeNode;
    const log = [...(await reader.spokenPhraseLog())];
    const [opening = ""] = log;
    while (log.length < 1_500) {
      await reader.next();
      const phrase = await reader.lastSpokenPhrase();
      if (phrase === `end of ${opening}`) break;
      if (reader.activeNode === first && phrase === opening) {
        if (log.length > 1) break;
        continue;
      }
      log.push(phrase);
    }
    await reader.stop();
    return log;
  }, within);
  return transcriptOf(said, hideDays);
}

/** What is heard by who goes from heading to heading, or from landmark to landmark. */
export async function readBy(
  page: Page,
  by: "moveToNextHeading" | "moveToNextLandmark",
): Promise<string> {
  await bringReader(page);
  const said = await page.evaluate(async (command) => {
    const { virtualReader: reader } = window as unknown as {
      virtualReader: VirtualReader;
    };
    await reader.start({ container: document.body });
    const log: string[] = [];
    for (;;) {
      await reader.perform(reader.commands[command] ?? "");
      const phrase = (await reader.spokenPhraseLog()).at(-1) ?? "";
      if (phrase === log[0] || log.length === 200) break;
      log.push(phrase);
    }
    await reader.stop();
    return log;
  }, by);
  return transcriptOf(said, false);
}

async function bringReader(page: Page): Promise<void> {
  if (await page.evaluate(() => "virtualReader" in window)) return;
  const answer = (path: string, body: string) =>
    page.route(`**${path}`, (route) =>
      route.fulfill({ contentType: "text/javascript", body }),
    );
  await answer(READER_PATH, READER);
  await answer(
    START_PATH,
    `import { virtual } from "${READER_PATH}"; window.virtualReader = virtual;`,
  );
  await page.addScriptTag({ type: "module", url: START_PATH });
}

function transcriptOf(said: string[], hideDays: boolean): string {
  const lines = said.filter((line) => !SILENT.test(line));
  const passing = hideDays ? [...TIMES, ...DAYS] : TIMES;
  const text = passing.reduce(
    (so, [what, instead]) => so.replace(what, instead),
    lines.join("\n"),
  );
  return `${text}\n`;
}
