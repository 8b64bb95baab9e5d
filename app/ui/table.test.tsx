// @vitest-environment happy-dom
import { createRemixStub } from "@remix-run/testing";
import { act, cleanup, render, screen, within } from "@testing-library/react";
import { useState } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { DataTable, type BlocksBelow } from "./table";

afterEach(cleanup);

interface Fruit {
  name: string;
  weight: number;
}

function page(direction: "asc" | "desc", blocksBelow?: BlocksBelow) {
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
        />
      ),
    },
  ]);
  return <Stub />;
}

test("the table scrolls in a focusable region with a name, and its caption tells the sort", () => {
  render(page("desc"));
  const region = screen.getByRole("region", { name: "Fruit List table" });
  expect(region.getAttribute("tabindex")).toBe("0");
  expect(
    within(region).getByText("Fruit List, sorted by Name, descending").tagName,
  ).toBe("CAPTION");
});

test("only the sorted column has aria-sort, and only sortable ones have links", () => {
  render(page("asc"));
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
  render(page("asc"));
  const hrefs = screen
    .getAllByRole("link")
    .map((link) => link.getAttribute("href"));
  expect(hrefs).toEqual(["/?sort=name&dir=desc", "/?sort=weight&dir=asc"]);
});

test("without scripts a sort link lands at the table", () => {
  expect(renderToStaticMarkup(page("asc"))).toContain("#fruits");
});

test("the first cell of a row is its header", () => {
  render(page("asc"));
  const names = screen
    .getAllByRole("rowheader")
    .map((cell) => cell.textContent);
  expect(names).toEqual(["Apple", "Pear"]);
});

test("rows that become blocks name their values, and write out what they are to a table", () => {
  const { container } = render(page("asc", "640px"));
  const cells = [...container.querySelectorAll("tbody tr:first-child > *")];
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
    for (const part of container.querySelectorAll(selector)) {
      expect(part.getAttribute("role")).toBe(role);
    }
  }
});

test("a table that stays one carries nothing for blocks", () => {
  const { container } = render(page("asc"));
  expect(container.querySelector("[data-label], td[role]")).toBeNull();
});

test("whoever was below a table goes on at its first row, and another order keeps the focus", () => {
  let turn: (direction: "asc" | "desc") => void = () => undefined;
  const columns = [
    { key: "name", label: "Name", sortable: true, cell: String },
  ];
  function Page() {
    const [direction, setDirection] = useState<"asc" | "desc">("asc");
    turn = setDirection;
    return (
      <DataTable<string>
        id="fruits"
        title="Fruit List"
        rows={["Apple"]}
        rowKey={(row) => row}
        columns={columns}
        sort={{ column: "name", direction }}
        sortHref={() => "?"}
      />
    );
  }
  const Stub = createRemixStub([{ path: "/", Component: Page }]);
  render(<Stub />);
  const region = screen.getByRole("region");
  const scrolled = vi.fn();
  region.scrollIntoView = scrolled;
  region.getBoundingClientRect = () => ({ top: 10 }) as DOMRect;
  act(() => turn("desc"));
  expect(scrolled).not.toHaveBeenCalled();
  region.getBoundingClientRect = () => ({ top: -10 }) as DOMRect;
  const link = screen.getByRole("link", { name: "Name" });
  link.focus();
  act(() => turn("asc"));
  expect(scrolled).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(link);
  link.blur();
  act(() => turn("desc"));
  expect(document.activeElement).toBe(region);
});
