import { describe, expect, it } from "vitest";
import type { MessageFacts } from "../message-facts";
import { readAdt, readHeader } from "./adt";
import { Er7Message } from "./er7";

interface Sent {
  type?: string;
  evn?: string;
  pid?: string;
  pv1?: Record<number, string>;
  more?: string[];
}

/** A message as a records system sends it, with the parts that matter to a test. */
function message({
  type = "ADT^A01",
  evn = "EVN||20260614101500",
  pid = "PID|1||77^^^MAPLE^MR||Roe^Ann",
  pv1 = {},
  more = [],
}: Sent = {}): Er7Message {
  const fields = Array.from({ length: 46 }, (_, at) => pv1[at] ?? "");
  const lines = [
    `MSH|^~\\&|PCC|CHAIN|||20260614102000||${type}|C1|P|2.5`,
    evn,
    pid,
    ["PV1", ...fields.slice(1)].join("|"),
    ...more,
  ];
  const parsed = Er7Message.parse(lines.filter((line) => line).join("\r"));
  if (!parsed) throw new Error("no message");
  return parsed;
}

function words(sent: Sent): MessageFacts {
  const reading = readAdt(message(sent));
  if (reading.outcome !== "read") throw new Error(JSON.stringify(reading));
  return reading.facts;
}

function happened(sent: Sent): string | null {
  return words(sent).happened;
}

describe("a message of an admission or discharge", () => {
  it("names its sender, also by where the resident is", () => {
    expect(readHeader(message({ pv1: { 3: "W1^12^A^MAPLE" } }))).toEqual({
      application: "PCC",
      facility: "CHAIN",
      location: "MAPLE",
      controlId: "C1",
      type: "ADT",
      trigger: "A01",
    });
  });

  it.each([
    ["ADT^A01", "admit"],
    ["ADT^A04^ADT_A01", "admit"],
    ["ADT^A02", "move"],
    ["ADT^A03", "discharge"],
    ["ADT^A06", "change_class"],
    ["ADT^A07", "change_class"],
    ["ADT^A08", "update"],
    ["ADT^A31", "update"],
    ["ADT^A11", "cancel_admit"],
    ["ADT^A12", "cancel_move"],
    ["ADT^A13", "cancel_discharge"],
    ["ADT^A21", "leave"],
    ["ADT^A22", "return"],
    ["ADT^A52", "cancel_leave"],
    ["ADT^A53", "cancel_return"],
  ])("%s tells of: %s", (type, event) => {
    expect(words({ type }).event).toBe(event);
  });

  it("is what MSH-9 says, whatever EVN-1 does", () => {
    expect(words({ type: "ADT^A03", evn: "EVN|A01|20260614" }).event).toBe(
      "discharge",
    );
  });

  it.each([
    ["^1.2.3^ISO", "^5.6.7^ISO", "W1^^^&9.9^", "1.2.3", "5.6.7", "9.9"],
    ["PCC^1.2.3^ISO", "MAPLE^5.6.7^ISO", "W1^^^M&9.9", "PCC", "MAPLE", "M"],
    ["", "^5.6.7", "", null, "5.6.7", null],
  ])("names its sender by ids where it has no names: %s %s", (...told) => {
    const [three, four, place, application, facility, location] = told;
    const parsed = Er7Message.parse(
      `MSH|^~\\&|${three}|${four}|||20260614||ADT^A01|1\rPV1||I|${place}`,
    );
    expect(parsed && readHeader(parsed)).toMatchObject({
      ...{ application, facility, location },
    });
  });

  it.each([
    ["ADT", "A01", "admit"],
    ["ADT^", "A03", "discharge"],
    ["ADT^^ADT_A03", "A03", "discharge"],
    ["ADT^A08", "A01", "update"],
  ])("is what EVN-1 says where MSH-9 is %s", (type, event, told) => {
    const evn = `EVN|${event}|20260614101500`;
    expect(words({ type, evn }).event).toBe(told);
    expect(readHeader(message({ type, evn })).trigger).not.toBe("");
  });

  it.each([
    "ADT^A05",
    "ADT^A60",
    "ORU^R01",
    "ADT",
    "SIU^A01",
    "ADT^constructor",
  ])("is set aside where it is %s", (type) => {
    expect(readAdt(message({ type }))).toEqual({ outcome: "aside" });
  });

  it("knows a resident by numbers of their own kind and who gave them, each once", () => {
    const pid =
      "PID|1||77^^^MAPLE^MR~88^^^&1.2.3&ISO^PI~77^^^MAPLE^mr~123-45-6789^^^^SS~9^^^^^HOME~^^^MAPLE^MR";
    expect(words({ pid }).people).toEqual([
      { number: "77", authority: "MAPLE", type: "MR" },
      { number: "88", authority: "1.2.3", type: "PI" },
      { number: "9", authority: "HOME" },
    ]);
  });

  it("knows a resident by a number that is called MRN, as many senders do", () => {
    expect(words({ pid: "PID|1||77^^^MAPLE^MRN" }).people).toEqual([
      { number: "77", authority: "MAPLE", type: "MR" },
    ]);
  });

  it.each(["77^^^M^PI~77^^^M^MR", "77^^^M^MR~77^^^M^PI", "77^^^M~77^^^M^MR"])(
    "takes a number that is called a record number too as one: %s",
    (pid3) => {
      expect(words({ pid: `PID|1||${pid3}` }).people).toEqual([
        { number: "77", authority: "M", type: "MR" },
      ]);
    },
  );

  it.each([
    ["PID|1||123-45-6789^^^SSN~1^^^USSSA", "no_patient_number"],
    ["PID|1||123-45-6789^^^^SS", "no_patient_number"],
    ['PID|1||""', "no_patient_number"],
    ["", "no_patient_number"],
  ])("can never be used with %j", (pid, fault) => {
    expect(readAdt(message({ pid }))).toEqual({
      outcome: "unusable",
      fault,
    });
  });

  it("happened when EVN-6 says, else the visit, else when it was said, else when it was sent", () => {
    const pv1 = { 44: "202606130800", 45: "202606140900" };
    const evn = "EVN||202606141015||||202606140730";
    expect(happened({ evn, pv1 })).toBe("202606140730");
    expect(happened({ pv1 })).toBe("202606130800");
    expect(happened({ pv1, type: "ADT^A03" })).toBe("202606140900");
    expect(happened({ pv1, type: "ADT^A21" })).toBe("20260614101500");
    expect(happened({})).toBe("20260614101500");
    expect(happened({ evn: "" })).toBe("20260614102000");
  });

  it("was said when EVN-2 says, else when it was sent", () => {
    expect(words({}).said).toBe("20260614101500");
    expect(words({ evn: "" }).said).toBe("20260614102000");
  });

  it("that cancels names what it cancels, or nothing", () => {
    const type = "ADT^A13";
    expect(happened({ type })).toBeNull();
    expect(happened({ type, pv1: { 45: "202606140900" } })).toBe(
      "202606140900",
    );
    expect(happened({ type, evn: "EVN||202606150000||||202606140900" })).toBe(
      "202606140900",
    );
  });

  it("can never be used where it has no time at all", () => {
    const timeless = Er7Message.parse(
      "MSH|^~\\&|PCC|MAPLE|||||ADT^A08|1\rPID|1||77^^^M^MR",
    );
    expect(timeless && readAdt(timeless)).toEqual({
      outcome: "unusable",
      fault: "no_time",
    });
  });

  it("reads the visit, and tells what it deletes from what it leaves out", () => {
    const { visit, plans, lastName, firstName } = words({
      pv1: {
        2: "I",
        7: "9^Own~1234567893^Wu^Li^^^^^^^^^^NPI",
        14: "4",
        19: "V1^^^MAPLE",
        36: '""',
        44: "20260613",
      },
      more: ["IN1|1|MCA", "IN1|2|ISNP1^Plan"],
    });
    expect(visit).toMatchObject({
      number: "V1",
      patientClass: "I",
      npi: "1234567893",
      admitSource: "4",
      patientType: undefined,
      disposition: null,
      discharged: undefined,
    });
    expect(visit.admitted).toBe("20260613");
    expect(plans).toEqual(["MCA", "ISNP1"]);
    expect([lastName, firstName]).toEqual(["Roe", "Ann"]);
  });

  it("tells a discharge that is taken back from one that is not told", () => {
    const discharged = (sent: string) =>
      words({ type: "ADT^A08", pv1: { 45: sent } }).visit.discharged;
    expect([discharged('""'), discharged("")]).toEqual([null, undefined]);
  });

  it.each([
    ["1234567893^Wu", "1234567893"],
    ["42^Wu~2000000001^Wu", "2000000001"],
    ["1000000001^A~1234567893^B^^^^^^^NPI", "1234567893"],
    ["9000000001^Wu^Li^^^^^^^^^^NPI", "9000000001"],
    // A place too early, as senders count.
    ["9000000001^Wu^Li^^^^^^^^NPI", "9000000001"],
    ["42^Wu", undefined],
    ["3234567893^Wu", undefined],
    ['""', null],
    ["", undefined],
  ])("takes of the physicians %j the NPI %s", (sent, npi) => {
    expect(words({ pv1: { 7: sent } }).visit.npi).toBe(npi);
  });
});

describe("a merge", () => {
  const type = "ADT^A40";

  it("names who stays, and whose words become theirs", () => {
    const merge = words({ type, more: ["MRG|78^^^MAPLE^MR"] });
    expect(merge.people).toEqual([
      { number: "77", authority: "MAPLE", type: "MR" },
    ]);
    expect(merge.merged).toEqual([
      { number: "78", authority: "MAPLE", type: "MR" },
    ]);
  });

  it.each([
    [[], "no_merged_number"],
    [["MRG|1-2-3^^^^SS"], "no_merged_number"],
    [["MRG|77^^^MAPLE^MR"], "merged_with_itself"],
  ])("can never be used with %j", (more, fault) => {
    expect(readAdt(message({ type, more }))).toEqual({
      outcome: "unusable",
      fault,
    });
  });

  it("of more numbers than a patient can have is never used", () => {
    const numbers = (name: string, count: number) =>
      Array.from({ length: count }, (_, at) => `${name}${at}^^^M^MR`).join("~");
    const merge = (staying: number, gone: number) =>
      readAdt(
        message({
          type,
          pid: `PID|1||${numbers("A", staying)}`,
          more: [`MRG|${numbers("B", gone)}`],
        }),
      );
    expect(merge(60, 40).outcome).toBe("read");
    const fault = "too_many_numbers";
    expect(merge(60, 41)).toEqual({ outcome: "unusable", fault });
    const pid = `PID|1||${numbers("A", 101)}`;
    expect(readAdt(message({ pid }))).toEqual({ outcome: "unusable", fault });
  });

  it("is each of several, whatever stands between", () => {
    const more = [
      "MRG|78^^^M^MR",
      "PV1||I",
      "PID|2||81^^^M^MR",
      "PD1|",
      "PV1||I",
    ];
    const third = [
      "MRG|82^^^M^MR",
      "PID|3||91^^^M^MR",
      "MRG|92^^^M^MR",
      "MRG|93^^^M^MR",
    ];
    const { people, merged, others } = words({
      type,
      more: [...more, ...third],
    });
    const numbers = [{ people, merged }, ...(others ?? [])].map((pair) =>
      [pair.people, pair.merged].map(([one]) => one?.number),
    );
    expect(numbers).toEqual([
      ["77", "78"],
      ["81", "82"],
      ["91", "92"],
      ["91", "93"],
    ]);
    expect(words({ type, more: ["MRG|78"] }).others).toBeUndefined();
  });

  it("may stand before its patient, where there is one", () => {
    const message = Er7Message.parse(
      `MSH|^~\\&|PCC|M|||20260614||${type}|1\rMRG|78\rPID|1||77`,
    );
    expect(message && readAdt(message)).toMatchObject({
      facts: { people: [{ number: "77" }], merged: [{ number: "78" }] },
    });
  });

  it.each([
    [["MRG|78", "PID|2||81"], "no_merged_number"],
    [["MRG|78", "PID|2||81", "MRG|81"], "merged_with_itself"],
    [["MRG|78", "PID|2||000", "MRG|81"], "no_patient_number"],
  ])("can never be used where one of several cannot: %j", (more, fault) => {
    expect(readAdt(message({ type, more }))).toEqual({
      outcome: "unusable",
      fault,
    });
  });

  it("of the same number of another authority is one", () => {
    expect(words({ type, more: ["MRG|77^^^CEDAR^MR"] }).merged).toEqual([
      { number: "77", authority: "CEDAR", type: "MR" },
    ]);
  });
});

describe("what a message tells beside times and codes", () => {
  const told = (sent: Sent) => {
    const { visit } = words(sent);
    const { unit, destination, eventReason, admitReason, diagnosis } = visit;
    return { unit, destination, eventReason, admitReason, diagnosis };
  };

  it("is unit, hospital, reasons and diagnosis", () => {
    expect(
      told({
        evn: "EVN||20260614101500||01^Fell in the night",
        pv1: { 3: "W1^12^A", 37: "St. Brindle^20260614" },
        more: ["PV2|||R06.0^Short of breath", "DG1|1||J18.9^Pneumonia"],
      }),
    ).toEqual({
      unit: "W1",
      destination: "St. Brindle",
      eventReason: "Fell in the night",
      admitReason: "Short of breath",
      diagnosis: "Pneumonia (J18.9)",
    });
    expect(told({ pv1: { 3: '""', 37: "Mercy Hospital" } })).toMatchObject({
      unit: null,
      destination: "Mercy Hospital",
    });
    expect(told({ pv1: { 37: "02&Mercy Hospital" } }).destination).toBe(
      "Mercy Hospital",
    );
  });

  it("is no reason and no hospital where it is a code alone", () => {
    expect(
      told({
        evn: "EVN||20260614101500||02",
        pv1: { 37: "HOSP1" },
        more: ["PV2|||R06.0"],
      }),
    ).toEqual({});
    expect(told({ more: ["PV2|||Short of breath"] }).admitReason).toBe(
      "Short of breath",
    );
  });

  it.each([
    [
      [
        "DG1|1||I50^Heart failure||20260614|A",
        "DG1|2||J18^Pneumonia||20260614|F",
      ],
      "Pneumonia (J18)",
    ],
    [
      ["DG1|1|||Heart failure||W", "DG1|2||J18^Pneumonia||20260614|A"],
      "Heart failure",
    ],
    [["DG1|1||A41.9", "DG1|2||J18^Pneumonia"], "A41.9"],
    [['DG1|1||""'], undefined],
  ])("is the most final diagnosis of %j", (more, diagnosis) => {
    expect(told({ more }).diagnosis).toBe(diagnosis);
  });
});
