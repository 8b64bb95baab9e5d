import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const SHEET = readFileSync(
  new URL("../styles/base.css", import.meta.url),
  "utf8",
);

type Scheme = Record<string, string>;

/** The tokens of the light scheme and the dark one, as the style sheet has them. */
const schemes: Scheme[] = [...SHEET.matchAll(/:root \{([^}]*)\}/g)]
  .map(([, block]) =>
    Object.fromEntries(
      [...(block ?? "").matchAll(/--([\w-]+): (#\w{6})/g)].map(
        ([, name, colour]) => [name ?? "", colour ?? ""] as const,
      ),
    ),
  )
  .filter((scheme) => Object.keys(scheme).length > 0);

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(scheme: Scheme, one: string, other: string): number {
  const [light = 0, dark = 0] = [one, other]
    .map((name) => luminance(scheme[name] ?? "missing"))
    .sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const TEXT_PAIRS = [
  ...["ink", "muted", "accent"].flatMap((text) =>
    ["paper", "wash", "accent-wash"].map((ground) => [text, ground] as const),
  ),
  ...["bad", "warn", "good"].flatMap((text) =>
    ["paper", "wash", `${text}-wash`].map((ground) => [text, ground] as const),
  ),
  ["ink", "bad-wash"],
  ["ink", "warn-wash"],
  ["ink", "good-wash"],
  ["on-accent", "accent"],
  ["on-accent", "accent-strong"],
] as const;

const MARK_PAIRS = [
  ["control", "paper"],
  ["control", "wash"],
  ["accent", "paper"],
  ["accent", "wash"],
] as const;

test("there is a light scheme and a dark one", () => {
  expect(schemes).toHaveLength(2);
  expect(Object.keys(schemes[1] ?? {})).toEqual(Object.keys(schemes[0] ?? {}));
});

test.each(TEXT_PAIRS)(
  "%s on %s is readable in both schemes",
  (text, ground) => {
    for (const scheme of schemes) {
      expect(contrast(scheme, text, ground)).toBeGreaterThanOrEqual(4.5);
    }
  },
);

test.each(MARK_PAIRS)(
  "the border or ring %s stands out from %s in both schemes",
  (mark, ground) => {
    for (const scheme of schemes) {
      expect(contrast(scheme, mark, ground)).toBeGreaterThanOrEqual(3);
    }
  },
);
