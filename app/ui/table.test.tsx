import { expect, test } from "vitest";
import { all, textOf, textsOf } from "../../tests/pages/support/document";
import { drawnPage } from "../../tests/pages/support/drawn-page";
import { RenderCacheContext } from "~/rendering/static-part";
import { DataTable, type BlocksBelow } from "./table";
import type { TableColumn } from "./table-body";

interface Fruit {
  name: string;
  weight: number;
}

function show(direction: "asc" | "desc", blocksBelow?: BlocksBelow) {
  return drawnPage(
    <DataTable<Fruit>
      id="fruits"
      title="Fruit List"
      rows={[
        { name: "Apple", weight: 3 },
        { name: "Pear", weight: 4 },
      ]}
      rowKey={(row) => row.name}
      {...(blocksBelow && { blocksBelow })}
      columns={[
        {
          key: "name",
          label: "Name",
          sortable: true,
          cell: (row) => row.name,
        },
        {
          key: "weight",
          label: "Weight",
          numeric: true,
          sortable: true,
          cell: (row) => row.weight,
        },
        {
          key: "chart",
          label: "Chart",
          unlabelled: true,
          cell: () => "–",
        },
      ]}
      sort={{ column: "name", direction }}
      sortHref={(column, next) => `?sort=${column}&dir=${next}`}
    />,
  );
}

test("the table scrolls in a focusable region with a name, and its caption tells the sort", async () => {
  const page = await show("desc");
  const region = page.querySelector("[role=region]");
  expect(region?.getAttribute("aria-label")).toBe("Fruit List table");
  expect(region?.getAttribute("tabindex")).toBe("0");
  expect(textOf(region?.querySelector("caption"))).toBe(
    "Fruit List, sorted by Name, descending",
  );
});

test("only the sorted column has aria-sort, and only sortable ones have links", async () => {
  const page = await show("asc");
  const heads = all(page, "thead th");
  expect(heads.map((head) => head.getAttribute("aria-sort"))).toEqual([
    "ascending",
    null,
    null,
  ]);
  expect(textsOf(page, "a")).toEqual(["Name", "Weight"]);
});

test("the sorted column's link turns the order, another column's begins ascending, and both land at the table", async () => {
  const hrefs = all(await show("asc"), "a").map((link) =>
    link.getAttribute("href"),
  );
  expect(hrefs).toEqual([
    "/?sort=name&dir=desc#fruits",
    "/?sort=weight&dir=asc#fruits",
  ]);
});

test("the first cell of a row is its header", async () => {
  expect(textsOf(await show("asc"), "th[scope=row]")).toEqual([
    "Apple",
    "Pear",
  ]);
});

test("rows that become blocks name their values, and write out what they are to a table", async () => {
  const page = await show("asc", "640px");
  const cells = all(page, "tbody tr:first-child > *");
  expect(
    cells.map((cell) => [
      cell.getAttribute("role"),
      cell.getAttribute("data-label"),
    ]),
  ).toEqual([
    ["rowheader", null],
    ["cell", "Weight"],
    ["cell", null],
  ]);
  for (const [selector, role] of [
    ["table", "table"],
    ["thead", "rowgroup"],
    ["tbody", "rowgroup"],
    ["tr", "row"],
    ["thead th", "columnheader"],
  ] as const) {
    for (const part of all(page, selector)) {
      expect(part.getAttribute("role")).toBe(role);
    }
  }
});

test("a table that stays one carries nothing for blocks", async () => {
  const page = await show("asc");
  expect(page.querySelector("[data-label], td[role]")).toBeNull();
});

test("rows that are drawn once are shared with tables of the same columns alone", async () => {
  const column = (key: string, more = {}) => ({
    ...{ key, label: key, cell: () => "" },
    ...more,
  });
  const [name, weight] = [column("name"), column("weight")];
  const layouts: [columns: TableColumn<Fruit>[], BlocksBelow?][] = [
    [[name, weight]],
    [[weight, name]],
    [[name]],
    [[name, column("chart")]],
    [[name, column("weight", { numeric: true })]],
    [[name, weight], "640px"],
    [[name, column("weight", { unlabelled: true })], "640px"],
  ];
  const known = new Set<string>();
  for (const [columns, blocksBelow] of [...layouts, ...layouts]) {
    await drawnPage(
      <RenderCacheContext.Provider
        value={(id, version) => {
          known.add(`${id} ${version}`);
          return null;
        }}
      >
        <DataTable<Fruit>
          {...{ id: "fruits", title: "Fruit List", columns }}
          {...(blocksBelow && { blocksBelow })}
          rows={[{ name: "Apple", weight: 3 }]}
          rowKey={(row) => row.name}
          cachedRows={{ version: "1" }}
        />
      </RenderCacheContext.Provider>,
    );
  }
  expect(known.size).toBe(layouts.length);
});
