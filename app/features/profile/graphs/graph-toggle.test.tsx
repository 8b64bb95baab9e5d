// @vitest-environment happy-dom
import { createRemixStub } from "@remix-run/testing";
import { Link, useLocation } from "@remix-run/react";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { GraphToggle } from "./graph-toggle";
import { testProfileView } from "../testing/profile-view";

afterEach(cleanup);

function Page() {
  const { key, search } = useLocation();
  const isMonthly = search === "?mom=rth_30";
  const view = testProfileView({ monthly: isMonthly ? ["rth_30"] : [] });
  return (
    <>
      <GraphToggle view={view} tag="rth_30" />
      <Link to={isMonthly ? "/" : "/?mom=rth_30"}>other</Link>
      <output>{key}</output>
    </>
  );
}

test("pressing the mode that is chosen is no step", async () => {
  const Stub = createRemixStub([{ path: "*", Component: Page }]);
  render(<Stub />);
  const { textContent: before } = screen.getByRole("status");
  fireEvent.click(screen.getByText("Rolling 12 month"));
  fireEvent.click(screen.getByText("Month over month"));
  const chosen = () =>
    screen.getByText("Month over month").getAttribute("aria-current");
  await expect.poll(chosen).toBe("true");
  const { textContent: stepped } = screen.getByRole("status");
  expect(stepped).not.toBe(before);
  fireEvent.click(screen.getByText("Month over month"));
  await new Promise((done) => setTimeout(done, 50));
  expect(screen.getByRole("status").textContent).toBe(stepped);
});

test("what is shown is said once it is another than at first", async () => {
  const Stub = createRemixStub([{ path: "/", Component: Page }]);
  const { container } = render(<Stub />);
  const spoken = () => container.querySelector("[aria-live]")?.textContent;
  expect(spoken()).toBe("");
  fireEvent.click(screen.getByText("other"));
  await expect.poll(spoken).toBe("Month over month, 30 Day RTH");
  fireEvent.click(screen.getByText("other"));
  await expect.poll(spoken).toBe("Rolling 12 month, 30 Day RTH");
});
