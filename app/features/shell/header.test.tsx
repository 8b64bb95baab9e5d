// @vitest-environment happy-dom
import { useLocation } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import {
  act,
  cleanup,
  fireEvent,
  render,
  screen,
} from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { SearchBox } from "./header";

const fetched = vi.hoisted(() => vi.fn());

vi.mock("./search/search-popup", () => {
  fetched();
  throw new Error("blocked on its way");
});

afterEach(cleanup);

function Page() {
  const { pathname, search } = useLocation();
  return (
    <>
      <SearchBox siteName="Sojourn" onLoading={() => undefined} />
      <p data-testid="address">{pathname + search}</p>
    </>
  );
}

test("without the script of its list the form goes on working, and nothing is left unhandled", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  const Stub = createRemixStub([{ path: "*", Component: Page }]);
  render(<Stub initialEntries={["/users"]} />);
  const field = screen.getByRole<HTMLInputElement>("combobox", {
    expanded: false,
  });
  act(() => field.focus());
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled());
  fireEvent.input(field, { target: { value: "elm" } });
  fireEvent.submit(field.form!);
  await vi.waitFor(() =>
    expect(screen.getByTestId("address").textContent).toBe("/search?q=elm"),
  );
  expect(screen.getByRole("searchbox")).toBe(field);
  expect(field.value).toBe("elm");
  expect(unhandled).not.toHaveBeenCalled();
  process.off("unhandledRejection", unhandled);
});
