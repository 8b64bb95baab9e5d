// @vitest-environment happy-dom
import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen, within } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { DataTable, type SortDirection } from "./table";

afterEach(cleanup);

interface Fruit {
  name: string;
  weight: number;
}

function page(direction: SortDirection) {
  const Stub = createRemixStub([
    {
      path: "/",
      Component: () => (
        <DataTable<Fruit>
          id="fruits"
          title="Fruit List"
          rows={[
            { name: "Apple", weight: 3 },
            { name: "Pear", weight: 4 },
          ]}
          rowKey={(row) => row.name}
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
            { key: "chart", label: "Chart", cell: () => "–" },
          ]}
          sort={{ column: "name", direction }}
          sortHref={(column, next) => `?sort=${column}&dir=${next}`}
        />
      ),
    },
  ]);
  return <Stub />;
}

test("the table scrolls in a focusable region with a name, and its caption tells the sort", () => {
  render(page("descending"));
  const region = screen.getByRole("region", { name: "Fruit List table" });
  expect(region.getAttribute("tabindex")).toBe("0");
  expect(
    within(region).getByText("Fruit List, sorted by Name, descending").tagName,
  ).toBe("CAPTION");
});

test("only the sorted column has aria-sort, and only sortable ones have links", () => {
  render(page("ascending"));
  const heads = screen.getAllByRole("columnheader");
  expect(heads.map((head) => head.getAttribute("aria-sort"))).toEqual([
    "ascending",
    null,
    null,
  ]);
  expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual([
    "Name",
    "Weight",
  ]);
});

test("the sorted column's link turns the order, another column's begins ascending", () => {
  render(page("ascending"));
  const hrefs = screen
    .getAllByRole("link")
    .map((link) => link.getAttribute("href"));
  expect(hrefs).toEqual([
    "/?sort=name&dir=descending",
    "/?sort=weight&dir=ascending",
  ]);
});

test("without scripts a sort link lands at the table", () => {
  expect(renderToStaticMarkup(page("ascending"))).toContain("#fruits");
});

test("the first cell of a row is its header", () => {
  render(page("ascending"));
  const names = screen
    .getAllByRole("rowheader")
    .map((cell) => cell.textContent);
  expect(names).toEqual(["Apple", "Pear"]);
});
