import { expect, test } from "vitest";
import { all } from "../../tests/pages/support/document";
import { drawnPage } from "../../tests/pages/support/drawn-page";
import { RenderCacheContext } from "~/rendering/static-part";
import { DataTable, type BlocksBelow } from "./table";
import type { TableColumn } from "./table-body";

interface Fruit {
  name: string;
  weight: number;
}

function show(blocksBelow?: BlocksBelow) {
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
      sort={{ column: "name", direction: "asc" }}
      sortHref={(column, next) => `?sort=${column}&dir=${next}`}
    />,
  );
}

test("rows that become blocks name their values, and write out what they are to a table", async () => {
  const page = await show("640px");
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
  const page = await show();
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
