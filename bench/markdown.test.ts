import { expect, it } from "vitest";
import { asMarkdown } from "./markdown";

it("a chapter is a heading, its tables with captions, and its budgets", () => {
  expect(
    asMarkdown({
      title: "Pages",
      tables: [
        { caption: "Bytes", columns: ["page", "KB"], rows: [["a|b", "1.5"]] },
      ],
      budgets: [
        { what: "login", budget: "8 KB", measured: "9 KB", isMet: false },
      ],
    }),
  ).toBe(
    [
      "## Pages",
      "",
      "_Bytes_",
      "",
      "| page |  KB |",
      "| ---- | --: |",
      "| a\\|b | 1.5 |",
      "",
      "_Budgets_",
      "",
      "| budget |   is | measured | met |",
      "| ------ | ---: | -------: | --: |",
      "| login  | 8 KB |     9 KB |  no |",
      "",
    ].join("\n"),
  );
});
