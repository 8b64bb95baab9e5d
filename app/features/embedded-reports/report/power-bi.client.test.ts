import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ReportEmbed } from "../rules/embedded-report";
import { showReport } from "./power-bi.client";

vi.mock("powerbi-client", () => ({
  models: {
    TokenType: { Embed: 1 },
    Permissions: { Read: 0 },
    ViewMode: { View: 0 },
    FilterType: { Basic: 1 },
  },
}));

const EMBED: ReportEmbed = {
  reportId: "r-1",
  embedUrl: "https://app.powerbi.com/reportEmbed",
  accessToken: "secret",
  filters: [{ table: "Organization", column: "region_id", values: [11] }],
  refreshInMs: 1,
};

const listeners = new Map<string, (event: { detail?: unknown }) => void>();
const report = {
  setComponentTitle: vi.fn(),
  on: (name: string, listener: () => void) => listeners.set(name, listener),
};
const service = { embed: vi.fn(), reset: vi.fn() };

beforeEach(() => {
  listeners.clear();
  service.embed.mockReturnValue(report);
  vi.stubGlobal("document", new EventTarget());
  const page = Object.assign(new EventTarget(), { powerbi: service });
  vi.stubGlobal("window", page);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function show() {
  const events = {
    onLoaded: vi.fn(),
    onFailed: vi.fn(),
    onUsed: vi.fn(),
    onTokenEnded: vi.fn(),
  };
  const element = {} as HTMLElement;
  return { element, events, shown: showReport(element, "T", EMBED, events) };
}

test("a report is embedded with its token and filters, under its title", () => {
  const { element } = show();
  expect(service.embed).toHaveBeenCalledExactlyOnceWith(
    element,
    expect.objectContaining({
      type: "report",
      id: "r-1",
      tokenType: 1,
      accessToken: "secret",
      filters: [
        {
          $schema: "http://powerbi.com/product/schema#basic",
          target: { table: "Organization", column: "region_id" },
          filterType: 1,
          operator: "In",
          values: [11],
        },
      ],
    }),
  );
  expect(report.setComponentTitle).toHaveBeenCalledWith("T");
});

test("an error before it has loaded is a failure, one after it none", () => {
  const early = show();
  listeners.get("error")?.({});
  listeners.get("loaded")?.({});
  expect(early.events.onFailed).toHaveBeenCalledTimes(1);
  expect(early.events.onLoaded).not.toHaveBeenCalled();
  const late = show();
  listeners.get("loaded")?.({});
  listeners.get("error")?.({ detail: { message: "one visual" } });
  expect(late.events.onFailed).not.toHaveBeenCalled();
  listeners.get("error")?.({ detail: { message: "TokenExpired" } });
  expect(late.events.onTokenEnded).toHaveBeenCalledTimes(1);
});

test("a frame that the page's policy blocks, and a refusal that nobody catches, are failures", () => {
  const blocked = show();
  const violation = Object.assign(new Event("securitypolicyviolation"), {
    effectiveDirective: "frame-src",
  });
  document.dispatchEvent(violation);
  expect(blocked.events.onFailed).toHaveBeenCalledTimes(1);
  blocked.shown.remove();

  const refused = show();
  const rejection = (reason: unknown) =>
    Object.assign(new Event("unhandledrejection", { cancelable: true }), {
      reason,
    });
  const foreign = rejection(new Error("another part of the page"));
  window.dispatchEvent(foreign);
  expect(refused.events.onFailed).not.toHaveBeenCalled();
  expect(foreign.defaultPrevented).toBe(false);
  window.dispatchEvent(rejection({ message: "TokenExpired" }));
  expect(refused.events.onFailed).toHaveBeenCalledTimes(1);
});

test("a report that is removed takes its frame along and tells nothing more", () => {
  const { element, events, shown } = show();
  shown.remove();
  listeners.get("loaded")?.({});
  expect(service.reset).toHaveBeenCalledWith(element);
  expect(events.onLoaded).not.toHaveBeenCalled();
});
