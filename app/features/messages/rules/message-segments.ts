export interface ShownSegment {
  name: string;
  about: string;
  text: string;
}

const ABOUT: Readonly<Record<string, string>> = {
  MSH: "Header",
  EVN: "Event",
  PID: "Patient",
  PD1: "More of the patient",
  PV1: "Visit",
  PV2: "More of the visit",
  MRG: "Merged patient",
  IN1: "Insurance",
  NK1: "Next of kin",
  DG1: "Diagnosis",
  AL1: "Allergy",
  OBX: "Observation",
};

const NAME = /^([A-Z][A-Z0-9]{2})(?=[^\w\s]|$)/;

export function isJson(raw: string): boolean {
  return /^\s*[{[]/.test(raw);
}

export function shownSegments(raw: string): ShownSegment[] {
  if (isJson(raw)) return [{ name: "", about: "", text: raw.trim() }];
  return raw
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== "")
    .map((text) => {
      const name = NAME.exec(text.trim())?.[1] ?? "";
      return { name, about: ABOUT[name] ?? "", text };
    });
}
