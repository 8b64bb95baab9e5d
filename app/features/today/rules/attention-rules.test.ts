import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ATTENTION_RULES } from "./attention-rules.data";

it("are those of the table in docs/rules.md, word for word", () => {
  const rules = readFileSync("docs/rules.md", "utf8");
  const [, told = ""] = rules.split("- **R331**");
  const rows = told
    .split("- **R332**")[0]
    ?.split("\n")
    .filter((line) => line.trim().startsWith("|"))
    .slice(2)
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  expect(rows).toEqual(
    ATTENTION_RULES.map(({ name, threshold, source }) => [
      name,
      threshold,
      source,
    ]),
  );
});
