import { expect, it } from "vitest";
import { settledCode } from "./settled-code.mjs";

const FEATURES = { v3_on: true, v3_off: false };
const settled = (code: string) => settledCode(code, FEATURES);

it("says that a document and a window are there, and leaves what is asked of them", () => {
  expect(settled('typeof document>"u"?a:typeof window<"u"&&b')).toBe(
    '"object">"u"?a:"object"<"u"&&b',
  );
  for (const asked of [
    'typeof window.document<"u"',
    'typeof window?.document<"u"',
    "typeof window[a]",
    'typeof windows<"u"',
    'typeof navigator<"u"',
  ]) {
    expect(settled(asked)).toBe(asked);
  }
});

it("says whether a feature is on, and leaves those that nothing is known of", () => {
  expect(
    settled("a.v3_off?b:c,window.__remixContext.future.v3_on&&!d.v3_off"),
  ).toBe("false?b:c,true&&!false");
  for (const asked of [
    "a.v3_other",
    "a?.v3_off",
    "a().v3_off",
    "a[0].v3_off",
    "a().future.v3_off",
    "{v3_off:a}",
  ]) {
    expect(settled(asked)).toBe(asked);
  }
});

it("takes the features from the settings of the build", () => {
  expect(settledCode("a.v3_singleFetch,a.v3_fetcherPersist")).toBe(
    "false,true",
  );
});
