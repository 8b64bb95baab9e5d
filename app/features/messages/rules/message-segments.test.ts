import { describe, expect, test } from "vitest";
import { shownSegments } from "./message-segments";

describe("the text of a message", () => {
  test("is shown segment by segment, whatever ends its lines", () => {
    expect(
      shownSegments("MSH|^~\\&|PCC\rPID|1||77\nZZ1|own\r\nhalf a line\r"),
    ).toEqual([
      { name: "MSH", about: "Header", text: "MSH|^~\\&|PCC" },
      { name: "PID", about: "Patient", text: "PID|1||77" },
      { name: "ZZ1", about: "", text: "ZZ1|own" },
      { name: "", about: "", text: "half a line" },
    ]);
  });

  test("of FHIR is one part", () => {
    const text = '{\n "resourceType": "Bundle"\n}';
    expect(shownSegments(`${text}\n`)).toEqual([{ name: "", about: "", text }]);
  });

  test("may be empty", () => {
    expect(shownSegments("")).toEqual([]);
  });
});
