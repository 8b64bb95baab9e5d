/** Fields that may have a sender's own codes, and the values they may stand for (R284). */
const FIELDS = {
  "PV1-2": { takes: /^[A-Z]$/, words: "one letter, such as I, E or O" },
  "PV1-14": { takes: /^[A-Z0-9]$/, words: "one sign, such as 4" },
  "PV1-18": { takes: /^[A-Z0-9]{1,10}$/, words: "a code such as OBS" },
  "PV1-36": { takes: /^\d{2}$/, words: "two digits, such as 02" },
  "IN1-2": { takes: /^ISNP$/, words: "ISNP" },
  "PID-3.4": {
    takes: /^(MRN|SHARED|MRN,SHARED)$/,
    words: "MRN, SHARED or MRN,SHARED",
  },
  "PID-3.5": { takes: /^(MR|PI)$/, words: "MR or PI" },
} as const;

export type CodedField = keyof typeof FIELDS;

export type SenderCodes = Readonly<
  Partial<Record<CodedField, ReadonlyMap<string, string>>>
>;

export const LONGEST_CODES = 4_000;

export interface CodeProblem {
  entry: string;
  /** Continues 'The entry …'. */
  problem: string;
}

interface ReadCodes {
  codes: SenderCodes;
  problems: CodeProblem[];
}

/** Reads codes such as `PV1-36:HOSP=02 PV1-2:EMR=E`, without wrong entries. */
export function parseSenderCodes(text: string): SenderCodes {
  return readCodes(text).codes;
}

export function senderCodesProblems(text: string): CodeProblem[] {
  return readCodes(text).problems;
}

export function translated<Value extends string | null | undefined>(
  codes: SenderCodes,
  field: CodedField,
  value: Value,
): Value | string {
  return (value && codes[field]?.get(value)) ?? value;
}

function readCodes(text: string): ReadCodes {
  const codes: Partial<Record<CodedField, Map<string, string>>> = {};
  const problems: CodeProblem[] = [];
  for (const entry of text.split(/\s+/).filter((word) => word !== "")) {
    const read = readEntry(entry);
    if (typeof read === "string") {
      problems.push({ entry, problem: read });
      continue;
    }
    const { field, word, code } = read;
    const known = (codes[field] ??= new Map<string, string>());
    if (known.has(word)) {
      problems.push({ entry, problem: "gives a word its code a second time" });
    } else {
      known.set(word, code);
    }
  }
  return { codes, problems };
}

function readEntry(
  entry: string,
): { field: CodedField; word: string; code: string } | string {
  const parts = /^([^:=]+):([^:=]+)=([^:=]+)$/.exec(entry);
  if (!parts) {
    return "must be a field, a colon, a word, = and its code, as in PV1-36:HOSP=02";
  }
  const [, field = "", encodedWord = "", encodedCode = ""] = parts;
  if (!isCodedField(field)) {
    return `must begin with one of ${Object.keys(FIELDS).join(", ")}`;
  }
  const word = decoded(encodedWord);
  const code = decoded(encodedCode)?.toUpperCase();
  if (!word || !code) {
    return "must have two hexadecimal digits behind each %, as in %20 for a space";
  }
  const { takes, words } = FIELDS[field];
  return takes.test(code)
    ? { field, word, code }
    : `must give ${field} ${words}`;
}

function isCodedField(field: string): field is CodedField {
  return Object.hasOwn(FIELDS, field);
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text).trim() || null;
  } catch {
    return null;
  }
}
