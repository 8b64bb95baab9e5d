import { describe, expect, it } from "vitest";
import { inGroups, readTypedCode } from "./typed-code";

describe("a code as it was typed", () => {
  it.each([
    ["123456", { kind: "code", code: "123456" }],
    [" 123 456 ", { kind: "code", code: "123456" }],
    ["123-456", { kind: "code", code: "123456" }],
    [
      "0123-4567-89ab-cdef",
      { kind: "recovery code", code: "0123456789abcdef" },
    ],
    ["0123456789ABCDEF", { kind: "recovery code", code: "0123456789abcdef" }],
    [
      "o123 4567 89ab cdeL",
      { kind: "recovery code", code: "0123456789abcde1" },
    ],
    ["0000-0000-0000-0000", { kind: "recovery code", code: "0".repeat(16) }],
  ])("%j is %j", (text, read) => {
    expect(readTypedCode(text)).toEqual(read);
  });

  it.each([
    "",
    "12345",
    "1234567",
    "12345a",
    "0123-4567-89ab-cde",
    "0123-4567-89ab-cdef0",
    "0123-4567-89ab-cdeu",
    "０１２３４５",
    "٠١٢٣٤٥",
    "x".repeat(100_000),
  ])("%j is none", (text) => {
    expect(readTypedCode(text)).toBeNull();
  });
});

describe("a key in groups", () => {
  it("has a blank after every fourth character", () => {
    expect(inGroups("ABCDEFGHIJ")).toBe("ABCD EFGH IJ");
    expect(inGroups("ABCDEFGH", "-")).toBe("ABCD-EFGH");
    expect(inGroups("")).toBe("");
  });
});
