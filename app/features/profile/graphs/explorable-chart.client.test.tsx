// @vitest-environment happy-dom
import {
  act,
  cleanup,
  fireEvent,
  render,
  screen,
} from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ExplorableChart } from "./explorable-chart.client";

// The library needs a browser that lays out; what stands around its drawing is tested here.
vi.mock("react-apexcharts", () => ({ default: () => null }));

afterEach(cleanup);

const MONTHS = Array.from({ length: 18 }, (_, index) => `Month ${index}`);

function show() {
  const points = MONTHS.map(() => ({
    value: 20,
    lower: 10,
    upper: 30,
    outside: null,
  }));
  render(
    <ExplorableChart
      name="30 Day RTH"
      isReady
      onReady={() => undefined}
      drawn={{
        chart: { centre: 20, points },
        labels: MONTHS.map((month, index) => ({
          index,
          month,
          year: null,
          isBetween: false,
        })),
        datedLabels: MONTHS.map((month) => month.split(" ")),
        words: MONTHS.map((month) => ({ month, details: [], brief: month })),
        marked: [],
        tickUnit: "%",
        violations: MONTHS.map(() => ""),
        formatRate: String,
      }}
    />,
  );
  return screen.getByRole("slider");
}

/** As a pointer or the tab key does it: the focus goes to the button first. */
function press(name: string) {
  const button = screen.getByRole("button", { name });
  act(() => button.focus());
  fireEvent.click(button);
}

test("zooming goes around the month that the keys have come to, and keeps it", () => {
  const slider = show();
  const at = () => slider.getAttribute("aria-valuetext");
  const key = (name: string) => fireEvent.keyDown(slider, { key: name });
  act(() => slider.focus());
  key("Home");
  key("ArrowRight");
  expect(at()).toBe("Month 1");
  press("Zoom in");
  expect(at()).toBe("Month 1");
  expect(screen.getByText("Month 1:")).toBeTruthy();
  // The first and last of the months in sight.
  key("End");
  expect(at()).toBe("Month 8");
  key("Home");
  expect(at()).toBe("Month 0");
});

test("a month that was moved out of sight is not read aloud, and is back with it", () => {
  const slider = show();
  const at = () => slider.getAttribute("aria-valuetext");
  act(() => slider.focus());
  fireEvent.keyDown(slider, { key: "Home" });
  press("Zoom in");
  press("Later");
  press("Later");
  expect(at()).toBe("Month 16");
  expect(screen.queryByText("Month 0:")).toBeNull();
  press("All months");
  expect(at()).toBe("Month 0");
});
