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
  return parsed(
    `MSH|^~\\&|PCC|CHAIN|||20260614102000||${type}|C1|P|2.5`,
    evn,
    pid,
    ["PV1", ...fields.slice(1)].join("|"),
    ...more,
  );
}

function parsed(...lines: string[]): Er7Message {
  const read = Er7Message.parse(lines.filter((line) => line).join("\r"));
  if (!read) throw new Error("no message");
  return read;
}

function words(sent: Sent): MessageFacts {
  const reading = readAdt(message(sent));
  if (reading.outcome !== "read") throw new Error(JSON.stringify(reading));
  return reading.facts;
}

/** Why a message cannot be used. */
function faultOf(sent: Sent): string {
  const reading = readAdt(message(sent));
  return reading.outcome === "unusable" ? reading.fault : reading.outcome;
}

describe("a message of an admission or discharge", () => {
  it.each([
    ["ADT^A01", "", "admit"],
    ["ADT^A04^ADT_A01", "", "admit"],
    ["ADT^A02", "", "move"],
    ["ADT^A03", "", "discharge"],
    ["ADT^A06", "", "change_class"],
    ["ADT^A07", "", "change_class"],
    ["ADT^A08", "", "update"],
    ["ADT^A31", "", "update"],
    ["ADT^A11", "", "cancel_admit"],
    ["ADT^A12", "", "cancel_move"],
    ["ADT^A13", "", "cancel_discharge"],
    ["ADT^A21", "", "leave"],
    ["ADT^A22", "", "return"],
    ["ADT^A52", "", "cancel_leave"],
    ["ADT^A53", "", "cancel_return"],
    // EVN-1 counts where MSH-9 has no event.
    ["ADT^A03", "A01", "discharge"],
    ["ADT^A08", "A01", "update"],
    ["ADT", "A01", "admit"],
    ["ADT^", "A03", "discharge"],
    ["ADT^^ADT_A03", "A03", "discharge"],
  ])("%s with EVN-1 %j tells of: %s", (type, event, expected) => {
    const evn = `EVN|${event}|20260614101500`;
    expect(words({ type, evn }).event).toBe(expected);
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
    expect(faultOf({ type })).toBe("aside");
  });

  it.each([
    ["PCC", "CHAIN", "W1^12^A^MAPLE", "PCC", "CHAIN", "MAPLE"],
    ["^1.2.3^ISO", "^5.6.7^ISO", "W1^^^&9.9^", "1.2.3", "5.6.7", "9.9"],
    ["PCC^1.2.3^ISO", "MAPLE^5.6.7^ISO", "W1^^^M&9.9", "PCC", "MAPLE", "M"],
    ["", "^5.6.7", "", null, "5.6.7", null],
  ])("names its sender by names, else by ids: %s %s", (...names) => {
    const [three, four, place, application, facility, location] = names;
    const header = readHeader(
      parsed(
        `MSH|^~\\&|${three}|${four}|||20260614||ADT^A01|C1`,
        `PV1||I|${place}`,
      ),
    );
    const rest = { controlId: "C1", type: "ADT", trigger: "A01" };
    expect(header).toEqual({ application, facility, location, ...rest });
  });

  it.each([
    [
      "77^^^MAPLE^MR~88^^^&1.2.3&ISO^PI~77^^^MAPLE^mr~123-45-6789^^^^SS~9^^^^^HOME~^^^MAPLE^MR",
      "77 MAPLE MR, 88 1.2.3 PI, 9 HOME -",
    ],
    ["77^^^MAPLE^MRN", "77 MAPLE MR"],
    ["77^^^M^PI~77^^^M^MR", "77 M MR"],
    ["77^^^M~77^^^M^MR", "77 M MR"],
  ])("knows a resident by %s as %s", (pid3, numbers) => {
    const { people } = words({ pid: `PID|1||${pid3}` });
    const known = people.map(
      ({ number, authority, type }) => `${number} ${authority} ${type ?? "-"}`,
    );
    expect(known.join(", ")).toBe(numbers);
  });

  it.each([
    "PID|1||123-45-6789^^^SSN~1^^^USSSA",
    "PID|1||123-45-6789^^^^SS",
    'PID|1||""',
    "",
  ])("can never be used with %j", (pid) => {
    expect(faultOf({ pid })).toBe("no_patient_number");
  });

  const VISIT = { 44: "202606130800", 45: "202606140900" };
  const OWN = "EVN||202606141015||||202606140730";

  it.each<[string, Sent, string | null, string]>([
    ["EVN-6", { evn: OWN, pv1: VISIT }, "202606140730", "202606141015"],
    ["PV1-44", { pv1: VISIT }, "202606130800", "20260614101500"],
    [
      "PV1-45",
      { pv1: VISIT, type: "ADT^A03" },
      "202606140900",
      "20260614101500",
    ],
    [
      "EVN-2",
      { pv1: VISIT, type: "ADT^A21" },
      "20260614101500",
      "20260614101500",
    ],
    ["MSH-7", { evn: "" }, "20260614102000", "20260614102000"],
    ["nothing of what it cancels", { type: "ADT^A13" }, null, "20260614101500"],
    [
      "PV1-45 of what it cancels",
      { type: "ADT^A13", pv1: VISIT },
      "202606140900",
      "20260614101500",
    ],
    [
      "EVN-6 of what it cancels",
      { type: "ADT^A13", evn: OWN },
      "202606140730",
      "202606141015",
    ],
  ])("happened by %s", (_, sent, happened, said) => {
    expect(words(sent)).toMatchObject({ happened, said });
  });

  it("can never be used where it has no time at all", () => {
    const header = "MSH|^~\\&|PCC|MAPLE|||||ADT^A08|1";
    expect(readAdt(parsed(header, "PID|1||77^^^M^MR"))).toEqual({
      outcome: "unusable",
      fault: "no_time",
    });
  });

  it("reads the visit, and tells what it deletes from what it leaves out", () => {
    const facts = words({
      pv1: { 2: "I", 14: "4", 19: "V1^^^MAPLE", 36: '""', 44: "20260613" },
      more: ["IN1|1|MCA", "IN1|2|ISNP1^Plan"],
    });
    expect(facts).toMatchObject({
      visit: {
        ...{ number: "V1", patientClass: "I", admitSource: "4" },
        ...{ patientType: undefined, disposition: null },
        ...{ admitted: "20260613", discharged: undefined },
      },
      ...{ plans: ["MCA", "ISNP1"], lastName: "Roe", firstName: "Ann" },
    });
    const deleted = words({ type: "ADT^A08", pv1: { 45: '""' } });
    expect(deleted.visit.discharged).toBeNull();
  });

  it.each([
    ["1234567893^Wu", "1234567893"],
    ["42^Wu~2000000001^Wu", "2000000001"],
    ["9^Own~1000000001^A~1234567893^B^^^^^^^NPI", "1234567893"],
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
  const pairsIn = ({ people, merged, others }: MessageFacts) =>
    [{ people, merged }, ...(others ?? [])].map((pair) =>
      [pair.people, pair.merged]
        .map(([one]) => `${one?.number} ${one?.authority}`)
        .join(" < "),
    );

  it.each([
    [["MRG|78^^^MAPLE^MR"], ["77 MAPLE < 78 MAPLE"]],
    [["MRG|77^^^CEDAR^MR"], ["77 MAPLE < 77 CEDAR"]],
    [
      [
        ...["MRG|78", "PV1||I", "PID|2||81", "PD1|", "PV1||I", "MRG|82"],
        ...["PID|3||91", "MRG|92", "MRG|93"],
      ],
      ["77 MAPLE < 78 ", "81  < 82 ", "91  < 92 ", "91  < 93 "],
    ],
  ])("of %j is of %j", (more, pairs) => {
    expect(pairsIn(words({ type, more }))).toEqual(pairs);
  });

  it("may stand before its patient, where there is one", () => {
    const header = `MSH|^~\\&|PCC|M|||20260614||${type}|1`;
    expect(readAdt(parsed(header, "MRG|78", "PID|1||77"))).toMatchObject({
      facts: { people: [{ number: "77" }], merged: [{ number: "78" }] },
    });
  });

  it.each([
    [[], "no_merged_number"],
    [["MRG|1-2-3^^^^SS"], "no_merged_number"],
    [["MRG|77^^^MAPLE^MR"], "merged_with_itself"],
    [["MRG|78", "PID|2||81"], "no_merged_number"],
    [["MRG|78", "PID|2||81", "MRG|81"], "merged_with_itself"],
    [["MRG|78", "PID|2||000", "MRG|81"], "no_patient_number"],
  ])("can never be used with %j", (more, fault) => {
    expect(faultOf({ type, more })).toBe(fault);
  });

  it.each([
    [type, 60, 40, "read"],
    [type, 60, 41, "too_many_numbers"],
    ["ADT^A01", 101, 0, "too_many_numbers"],
  ])("%s of %i and %i numbers is: %s", (type, staying, gone, expected) => {
    const numbers = (name: string, count: number) =>
      Array.from({ length: count }, (_, at) => `${name}${at}^^^M^MR`).join("~");
    const pid = `PID|1||${numbers("A", staying)}`;
    const more = gone > 0 ? [`MRG|${numbers("B", gone)}`] : [];
    expect(faultOf({ type, pid, more })).toBe(expected);
  });
});

describe("what a message tells beside times and codes", () => {
  const factsOf = (sent: Sent) => {
    const { visit } = words(sent);
    const { unit, destination, eventReason, admitReason, diagnosis } = visit;
    return { unit, destination, eventReason, admitReason, diagnosis };
  };
  const EVN = "EVN||20260614101500||";

  it.each<[Sent, Partial<ReturnType<typeof factsOf>>]>([
    [
      {
        evn: `${EVN}01^Fell in the night`,
        pv1: { 3: "W1^12^A", 37: "St. Brindle^20260614" },
        more: ["PV2|||R06.0^Short of breath", "DG1|1||J18.9^Pneumonia"],
      },
      {
        ...{ unit: "W1", destination: "St. Brindle" },
        ...{ eventReason: "Fell in the night" },
        ...{ admitReason: "Short of breath", diagnosis: "Pneumonia (J18.9)" },
      },
    ],
    [
      { pv1: { 3: '""', 37: "Mercy Hospital" } },
      { unit: null, destination: "Mercy Hospital" },
    ],
    [{ pv1: { 37: "02&Mercy Hospital" } }, { destination: "Mercy Hospital" }],
    [{ more: ["PV2|||Short of breath"] }, { admitReason: "Short of breath" }],
    // A code alone is no reason, and no hospital.
    [{ evn: `${EVN}02`, pv1: { 37: "HOSP1" }, more: ["PV2|||R06.0"] }, {}],
    [
      {
        more: [
          "DG1|1||I50^Heart failure||20260614|A",
          "DG1|2||J18^Pneumonia||20260614|F",
        ],
      },
      { diagnosis: "Pneumonia (J18)" },
    ],
    [
      {
        more: ["DG1|1|||Heart failure||W", "DG1|2||J18^Pneumonia||20260614|A"],
      },
      { diagnosis: "Heart failure" },
    ],
    [
      { more: ["DG1|1||A41.9", "DG1|2||J18^Pneumonia"] },
      { diagnosis: "A41.9" },
    ],
    [{ more: ['DG1|1||""'] }, {}],
  ])("is of %j: %j", (sent, facts) => {
    expect(factsOf(sent)).toEqual(facts);
  });
});
