// @vitest-environment happy-dom
import { useActionData } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { emptyForm, type RequestAnswer } from "./request-form";
import { RequestDrawer } from "./request-drawer";

const FACILITIES = [
  { id: 101, name: "Elm House" },
  { id: 102, name: "Oak House" },
];

type Action = () => RequestAnswer | null | Promise<RequestAnswer | null>;

function page(
  action: Action = vi.fn(() => null),
  facilities: typeof FACILITIES = FACILITIES,
) {
  const Drawer = () => (
    <RequestDrawer
      today="2026-06-30"
      facilities={facilities}
      census={null}
      form={emptyForm(facilities.map(({ id }) => id))}
      unsent={null}
      answer={useActionData<RequestAnswer>() ?? null}
      listQuery="?sort=status"
    />
  );
  const Stub = createRemixStub([
    { id: "list", path: "/reports/cms-qies-reports", Component: Drawer },
    {
      id: "request",
      path: "/reports/cms-qies-reports/request",
      Component: Drawer,
      action,
    },
  ]);
  return (
    <Stub
      initialEntries={["/reports/cms-qies-reports/request?sort=status"]}
      hydrationData={{ loaderData: {} }}
    />
  );
}

function choose(label: string, value: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

function submit() {
  fireEvent.click(screen.getByRole("button", { name: "Submit request" }));
}

test("one facility is chosen already", () => {
  render(page(undefined, FACILITIES.slice(0, 1)));
  expect(screen.getByLabelText("Facility")).toHaveProperty("value", "101");
});

test("with scripts the fields change with the report, and keep what both have", () => {
  render(page());
  choose("Report type", "56-800");
  expect(screen.getByLabelText("End date")).toHaveProperty(
    "value",
    "2026-06-30",
  );
  expect(screen.getByLabelText("Comparison group")).toBeTruthy();
  choose("Start date", "2026-01-02");
  choose("Report type", "50-5011");
  expect(screen.queryByLabelText("Comparison group")).toBeNull();
  expect(screen.getByLabelText("Start date")).toHaveProperty(
    "value",
    "2026-01-02",
  );
  choose("Report type", "50-5015");
  expect(screen.queryByLabelText("Start date")).toBeNull();
});

test("what is typed stays a change of the field, so that it is kept when the session ends", () => {
  render(page());
  choose("Report type", "56-800");
  choose("Start date", "2026-01-02");
  choose("Report type", "50-5011");
  expect(screen.getByLabelText("Start date")).toMatchObject({
    value: "2026-01-02",
    defaultValue: "",
  });
  choose("Report type", "60-6030");
  fireEvent.click(screen.getByLabelText("Include resident level data"));
  expect(screen.getByRole("group", { name: "Status" })).toBeTruthy();
  expect(screen.getByLabelText("Include resident level data")).toMatchObject({
    checked: true,
    defaultChecked: false,
  });
});

test("what is wrong is said above the form and beside the fields, and nothing is sent", async () => {
  const action = vi.fn(() => null);
  render(page(action));
  submit();
  const summary = await screen.findByRole("alert");
  await vi.waitFor(() => expect(document.activeElement).toBe(summary));
  choose("Report type", "50-5002");
  choose("Facility", "101");
  submit();
  await vi.waitFor(() => {
    const links = within(screen.getByRole("alert")).getAllByRole("link");
    expect(links.map((link) => link.textContent)).toEqual([
      "Start date required",
      "Error number required",
    ]);
    for (const link of links) {
      const id = link.getAttribute("href")?.slice(1) ?? "";
      expect(document.getElementById(id)?.getAttribute("aria-invalid")).toBe(
        "true",
      );
    }
  });
  choose("Report type", "50-5015");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(action).not.toHaveBeenCalled();
});

test("what the server said is gone while another request is on its way", async () => {
  const closed: RequestAnswer = {
    error: "CMS is closed.",
    fieldErrors: {},
    repopulateFields: emptyForm([]),
  };
  const action = vi.fn<Action>(() => closed);
  render(page(action));
  choose("Report type", "50-5015");
  choose("Facility", "101");
  submit();
  await screen.findByText("CMS is closed.");
  choose("Facility", "");
  submit();
  await screen.findByRole("link", { name: "Facility selection required" });
  expect(screen.queryByText("CMS is closed.")).toBeNull();
  action.mockReturnValue(new Promise<null>(() => undefined));
  choose("Facility", "102");
  submit();
  await vi.waitFor(() => expect(action).toHaveBeenCalledTimes(2), 10_000);
  expect(screen.queryByRole("alert")).toBeNull();
});

test.each([
  ["may end on the day that has begun in New York since", "04:30", 1],
  ["may not end on one that begins there yet", "03:30", 0],
])("a report %s", async (_, utc, requests) => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(`2026-07-01T${utc}Z`) });
  const action = vi.fn(() => null);
  render(page(action));
  choose("Report type", "50-5011");
  choose("Facility", "101");
  choose("Start date", "2026-06-01");
  choose("End date", "2026-07-01");
  submit();
  await vi.waitFor(() => {
    const refused = screen.queryAllByRole("link", {
      name: "End date cannot be future date",
    });
    expect([action.mock.calls.length, refused.length]).toEqual([
      requests,
      1 - requests,
    ]);
  }, 10_000);
});

test("error numbers are chosen from a list by keyboard, or typed, and can be removed", async () => {
  render(page());
  choose("Report type", "50-5002");
  const field = screen.getByLabelText("Error numbers");
  field.focus();
  await vi.waitFor(
    () => expect(field.getAttribute("role")).toBe("combobox"),
    10_000,
  );
  fireEvent.input(field, { target: { value: "351" } });
  fireEvent.keyDown(field, { key: "ArrowDown" });
  const option = within(
    screen.getByRole("listbox", { name: "Listed error numbers" }),
  ).getByRole("option", { selected: true });
  expect(option.textContent).toBe("-3511");
  expect(field.getAttribute("aria-activedescendant")).toBe(option.id);
  fireEvent.keyDown(field, { key: "Enter" });
  fireEvent.input(field, { target: { value: "9001 x" } });
  fireEvent.keyDown(field, { key: "Enter" });
  const chosen = () =>
    screen
      .getAllByRole("button", { name: /^Remove/ })
      .map((button) => button.textContent);
  expect(chosen()).toEqual(["Remove -3511", "Remove -9001"]);
  expect(field).toHaveProperty("value", "x");
  expect(screen.getByText(/^No error number in the list/)).toHaveProperty(
    "parentElement.hidden",
    true,
  );
  fireEvent.click(screen.getByRole("button", { name: "Remove -3511" }));
  expect(chosen()).toEqual(["Remove -9001"]);
  const left = screen.getByRole("button", { name: "Remove -9001" });
  expect(document.activeElement).toBe(left);
  fireEvent.click(left);
  expect(document.activeElement).toBe(field);
});

test("what was chosen before scripts came stays chosen in the dialog that they make", () => {
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = renderToStaticMarkup(page());
  const before = within(container).getByLabelText("Report type");
  fireEvent.change(before, { target: { value: "60-6035" } });
  render(page(), { container, hydrate: true });
  const drawer = screen.getByRole("dialog", { name: "Request CMS Report" });
  const after = within(drawer).getByLabelText<HTMLSelectElement>("Report type");
  expect(after).not.toBe(before);
  expect(after.value).toBe("60-6035");
  expect(within(drawer).getByLabelText("Fiscal year")).toBeTruthy();
});
