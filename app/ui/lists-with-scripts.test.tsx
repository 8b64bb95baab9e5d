// @vitest-environment happy-dom
import { useSearchParams } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { act, cleanup, render, screen } from "@testing-library/react";
import { useState, type ComponentType } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ChangeSaid } from "./change-said";
import { Pager } from "./pager";
import { DataTable } from "./table";

afterEach(cleanup);

function show(Component: ComponentType, address = "/") {
  const Stub = createRemixStub([{ path: "/", Component }]);
  render(<Stub initialEntries={[address]} />);
}

test("a link that leads to where it has no place hands the focus on to the page that is open", async () => {
  show(
    () => (
      <Pager
        label="Pages of fruits"
        page={Number(useSearchParams()[0].get("page"))}
        pages={3}
        hrefOf={(one) => `?page=${one}`}
      />
    ),
    "/?page=2",
  );
  for (const [link, open] of [
    ["Next page", "Page 3"],
    ["Page 2", "Page 2"],
    ["Previous page", "Page 1"],
  ] as const) {
    const one = await screen.findByRole("link", { name: link });
    one.focus();
    await act(async () => one.click());
    await vi.waitFor(() =>
      expect(document.activeElement?.textContent).toBe(open),
    );
  }
});

test("whoever was below a table goes on at its first row, and another order keeps the focus", () => {
  let turn: (direction: "asc" | "desc") => void = () => undefined;
  const columns = [
    { key: "name", label: "Name", sortable: true, cell: String },
  ];
  show(() => {
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
        sortHref={() => "?sort=name"}
      />
    );
  });
  const region = screen.getByRole("region");
  const scrolled = vi.fn();
  region.scrollIntoView = scrolled;
  region.getBoundingClientRect = () => ({ top: 10 }) as DOMRect;
  act(() => turn("desc"));
  expect(scrolled).not.toHaveBeenCalled();
  region.getBoundingClientRect = () => ({ top: -10 }) as DOMRect;
  const link = screen.getByRole("link", { name: "Name" });
  // The page stays where it is: only without scripts does the link land at the table.
  expect(link.getAttribute("href")).toBe("/?sort=name");
  link.focus();
  act(() => turn("asc"));
  expect(scrolled).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(link);
  link.blur();
  act(() => turn("desc"));
  expect(document.activeElement).toBe(region);
});

describe("what is said of a list that has changed", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function pass(ms: number): void {
    act(() => {
      vi.advanceTimersByTime(ms);
    });
  }

  test("nothing is said of the first text", () => {
    const { container } = render(<ChangeSaid text="106 patients" />);
    pass(1_000);
    expect(container.textContent).toBe("");
  });

  test("another text is said after what has changed with it, and is gone when it was spoken", () => {
    const { container, rerender } = render(<ChangeSaid text="106 patients" />);
    rerender(<ChangeSaid text="5 of 106 patients" />);
    expect(container.textContent).toBe("");
    pass(500);
    expect(container.querySelector("[aria-live=polite]")?.textContent).toBe(
      "5 of 106 patients",
    );
    pass(10_000);
    expect(container.textContent).toBe("");
  });

  test("only the last of several is said", () => {
    const { container, rerender } = render(<ChangeSaid text="106 patients" />);
    rerender(<ChangeSaid text="5 of 106 patients" />);
    pass(300);
    rerender(<ChangeSaid text="40 of 106 patients" />);
    pass(300);
    expect(container.textContent).toBe("");
    pass(200);
    expect(container.textContent).toBe("40 of 106 patients");
  });
});
