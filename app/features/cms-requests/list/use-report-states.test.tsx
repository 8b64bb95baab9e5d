// @vitest-environment happy-dom
import { render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { ReportStatus } from "../rules/report-list";
import { pageInSight } from "~/features/shell/testing/page-in-sight";
import type { ReportRow } from "./load-report-list.server";
import { useReportStates } from "./use-report-states";

const RANGE = { startDate: "2026-01-01", endDate: "2026-01-31" };

function row(id: number, status: ReportStatus): ReportRow {
  return {
    id,
    day: "01/02/26",
    time: null,
    name: "Errors",
    facility: "Elm House",
    range: "",
    file: "Errors.pdf",
    status,
    problem: null,
    canAskAgain: true,
    isIsnpOnly: false,
  };
}

function List({ rows: given }: { rows: ReportRow[] }) {
  const { rows, news } = useReportStates(given, RANGE);
  return (
    <>
      <p role="status">{news}</p>
      <p data-testid="states">{rows.map(({ status }) => status).join()}</p>
      <p data-testid="problems">{rows.map(({ problem }) => problem).join()}</p>
    </>
  );
}

const { ask, answers, pass, look } = pageInSight();
const told = (states: Record<number, ReportStatus>, problems = {}) =>
  Response.json({ states, problems });
beforeEach(() => answers(() => told({})));

const hideAndShow = () => look("hidden", "visible");

function states(): string {
  return screen.getByTestId("states").textContent ?? "";
}

test("a report that has become ready shows so, and is said", async () => {
  render(<List rows={[row(1, "pending"), row(2, "error")]} />);
  answers(() => told({ 1: "completed", 2: "error" }));
  await pass(20_000);
  expect(ask).toHaveBeenCalledExactlyOnceWith(
    "/cms-report-states?startDate=2026-01-01&endDate=2026-01-31",
  );
  expect(states()).toBe("completed,error");
  expect(screen.getByRole("status").textContent).toBe(
    "Errors of Elm House is ready to download.",
  );
  await pass(3_600_000);
  expect(ask).toHaveBeenCalledTimes(1);
});

test("a report that has failed since shows why", async () => {
  render(<List rows={[row(1, "pending"), row(2, "pending")]} />);
  answers(() => told({ 1: "error", 2: "error" }, { 1: "No such CCN." }));
  await pass(20_000);
  expect(states()).toBe("error,error");
  expect(screen.getByTestId("problems").textContent).toBe("No such CCN.,");
});

test("nothing is asked where every report is finished", async () => {
  render(<List rows={[row(1, "completed"), row(2, "Unknown")]} />);
  await pass(3_600_000);
  expect(ask).not.toHaveBeenCalled();
});

test("it asks more and more seldom, also where the server cannot be asked", async () => {
  render(<List rows={[row(1, "requested")]} />);
  answers(() => new Response("", { status: 502 }));
  await pass(60_000);
  expect(ask.mock.calls.length).toBe(2);
  await pass(3_600_000);
  expect(ask.mock.calls.length).toBeLessThan(20);
});

test("a page out of sight asks nothing until it is looked at", async () => {
  render(<List rows={[row(1, "requested")]} />);
  await look("hidden");
  await pass(3_600_000);
  expect(ask).not.toHaveBeenCalled();
  await look("visible");
  expect(ask).toHaveBeenCalledTimes(1);
});

test("a page that is left and looked at again while it asks does not ask twice", async () => {
  let arrive: (response: Response) => void = () => undefined;
  ask.mockImplementationOnce(
    () => new Promise((resolve) => (arrive = resolve)),
  );
  render(<List rows={[row(1, "requested")]} />);
  await pass(20_000);
  await hideAndShow();
  expect(ask).toHaveBeenCalledTimes(1);
  arrive(told({}));
  await pass(30_000);
  expect(ask).toHaveBeenCalledTimes(2);
});

test("it ends with the session, with the page, and where data are to be saved", async () => {
  const page = render(<List rows={[row(1, "requested")]} />);
  answers(() => new Response(null, { status: 204 }));
  await pass(3_600_000);
  await hideAndShow();
  expect(ask).toHaveBeenCalledTimes(1);
  page.unmount();
  vi.stubGlobal("navigator", { onLine: true, connection: { saveData: true } });
  render(<List rows={[row(2, "requested")]} />);
  await pass(3_600_000);
  expect(ask).toHaveBeenCalledTimes(1);
});

test("a list that came again is shown as it came", async () => {
  const page = render(<List rows={[row(1, "requested")]} />);
  answers(() => told({ 1: "pending" }));
  await pass(20_000);
  expect(states()).toBe("pending");
  page.rerender(<List rows={[row(1, "completed")]} />);
  expect(states()).toBe("completed");
});
