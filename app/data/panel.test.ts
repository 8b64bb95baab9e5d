import { describe, expect, it } from "vitest";
import type { CallFailure } from "./call.server";
import { GRAPH_ERROR_ABOVE, panelOf } from "./panel.server";

const TEXTS = { systemError: "System.", shapeError: "Shape." };

function failure(status: number, more: Partial<CallFailure> = {}): CallFailure {
  return { kind: "failure", status, reason: "host", ...more };
}

function thrownBy(act: () => unknown): Response {
  try {
    act();
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
  }
  throw new Error("no Response was thrown");
}

const pick = (answer: { data: number }) => answer.data;

describe("a panel", () => {
  it("says when the data ended that are empty", () => {
    const ended = { kind: "empty", through: "2026-11-01" } as const;
    expect(panelOf(ended, TEXTS, pick)).toEqual({
      state: "empty",
      message: "No data after 11/01/2026.",
    });
  });

  it.each<[string, CallFailure, string]>([
    [
      "the host's message first",
      failure(500, { message: "Mine.", error: "Other." }),
      "Mine.",
    ],
    ["then the host's error", failure(503, { error: "Other." }), "Other."],
    ["then the panel's own words", failure(500), "System."],
    [
      "the format words for a wrong shape",
      failure(504, { reason: "shape" }),
      "Shape.",
    ],
    [
      "the system words for a host that is slow",
      failure(504, { reason: "timeout" }),
      "System.",
    ],
    ["the system words for a redirect", failure(302), "System."],
  ])("says %s", (_, outcome, message) => {
    expect(panelOf(outcome, TEXTS, pick)).toEqual({
      state: "error",
      message,
      status: outcome.status,
    });
  });

  it.each([400, 403, 404, 429, 499])(
    "is replaced with its page at status %i",
    async (status) => {
      const response = thrownBy(() =>
        panelOf(failure(status, { message: "No." }), TEXTS, pick),
      );
      expect(response.status).toBe(status);
      expect(await response.json()).toEqual({ message: "No." });
    },
  );

  it("of a graph keeps a 4xx to itself, but for 401", () => {
    expect(panelOf(failure(404), TEXTS, pick, GRAPH_ERROR_ABOVE)).toEqual({
      state: "error",
      message: "System.",
      status: 404,
    });
    expect(
      thrownBy(() => panelOf(failure(401), TEXTS, pick, GRAPH_ERROR_ABOVE))
        .status,
    ).toBe(302);
  });
});
