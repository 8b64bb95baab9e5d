// @vitest-environment happy-dom
import { cleanup, render, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { StateDrawing } from "./state-drawing";

afterEach(cleanup);

test.each(["empty", "fault"] as const)(
  "the %s drawing has its place at once, and is drawn when its script is there",
  async (kind) => {
    const { container } = render(<StateDrawing kind={kind} />);
    expect(container.querySelectorAll("svg.drawing")).toHaveLength(1);
    await waitFor(() =>
      expect(container.querySelector("svg.drawing path")).not.toBeNull(),
    );
    expect(container.querySelectorAll("svg.drawing")).toHaveLength(1);
  },
);
