import {
  type MessageFacts,
  type MessageFault,
  MOST_NUMBERS,
  type NumberType,
  type PersonNumber,
} from "./message-facts";

export interface SentNumber extends Omit<PersonNumber, "type" | "ownType"> {
  /** PID-3.5; empty where none is told. */
  typeCode: string;
}

/** Types of numbers that are an organisation's own for a patient; `MRN` is no code of HL7's, and often sent. */
const OWN_NUMBERS: ReadonlyMap<string, NumberType> = new Map([
  ["MR", "MR"],
  ["MRN", "MR"],
  ["PI", "PI"],
]);

/**
 * The other types of HL7's table 203: numbers of the state, of insurances, of accounts and visits, of staff and things. They identify
 * nobody here. FI, PE and PN are left to the codes of the sender: PointClickCare names residents by FI and PN, and by no MR.
 */
const OF_OTHERS = new Set(
  `AC,ACSN,AIN,AM,AMA,AN,ANON,ANC,AND,ANT,APRN,ASID,BA,BC,BCFN,BCT,BR,BRN,BSNR,CAAI,CC,CONM,CY,CZ,DC,DCFN,DDS,DEA,DFN,DI
  DL,DN,DO,DP,DPM,DR,DS,DSG,EI,EN,ESN,FDR,FDRFN,FGN,FILL,GI,GL,GN,HC,IND,IRISTEM,JHN,LACSN,LANR,LI,LN,LR,MA,MB,MC,MCD
  MCN,MCR,MCT,MD,MI,MRT,MS,NBSNR,NCT,NE,NH,NI,NII,NIIP,NP,NPI,OBI,OD,PA,PC,PCN,PEN,PGN,PHC,PHE,PHO,PIN,PLAC,PNT
  PPIN,PPN,PRC,PRN,PT,QA,RI,RN,RPH,RR,RRI,RRP,SAMN,SB,SID,SL,SN,SNBSN,SNO,SP,SR,SRX,SS,SSN,STN,TAX,TN,TPR,TRL,U,UDI,UPIN
  USID,VN,VP,VS,WC,WCN,WP,XV,XX`.split(/\W+/),
);

/** Authorities whose numbers are social security numbers, also where a sender leaves out the type. */
const OF_THE_STATE = new Set([
  "SS",
  "SSN",
  "SSA",
  "USSSA",
  "2.16.840.1.113883.4.1",
]);

/** What people write where there is no number. */
const NO_NUMBER = new Set(
  `ANONYMOUS,BLANK,DUMMY,EMPTY,MISSING,NA,NAN,NIL,NOID,NOMRN,NONE,NONUMBER,NOTASSIGNED,NOTAVAILABLE,NOTKNOWN,NULL,PENDING
  PLACEHOLDER,TBA,TBD,UNASSIGNED,UNDEFINED,UNK,UNKN,UNKNOWN`.split(/\W+/),
);

/** Zeros, X and marks, many nines or another digit again and again: what a form takes for a number. */
const FILLED_IN = /^(0*|X+|9{5,}|(\d)\2{5,})$/;

/** Whether a text may be somebody's number. Fillings are of many residents, who would all be one. */
export function isNumber(text: string): boolean {
  const plain = text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");
  return !FILLED_IN.test(plain) && !NO_NUMBER.has(plain);
}

/**
 * The numbers by which a patient may be known, each once. One of a type that HL7 does not have is the site's own: it counts where the
 * codes of its sender say so.
 */
export function personNumbers(sent: readonly SentNumber[]): PersonNumber[] {
  const known = new Map<string, PersonNumber>();
  for (const { typeCode, ...one } of sent) {
    const code = typeCode.toUpperCase();
    if (!isNumber(one.number) || OF_OTHERS.has(code)) continue;
    // Of each state, as NNDEN is of Denmark.
    if (/^NN[A-Z]{1,3}$/.test(code)) continue;
    if (OF_THE_STATE.has(one.authority.toUpperCase())) continue;
    const type = OWN_NUMBERS.get(code);
    const number: PersonNumber =
      code === "" || type ? { ...one, type } : { ...one, ownType: typeCode };
    const before = known.get(personKey(number));
    if (!before || rank(number) <= rank(before)) {
      known.set(personKey(number), number);
    }
  }
  return [...known.values()];
}

/** Of two types that one number has, it is a record number, and the site's own tells least. */
function rank({ type, ownType }: PersonNumber): number {
  if (ownType !== undefined) return 2;
  return type === "MR" ? 0 : 1;
}

function personKey({ number, authority }: PersonNumber): string {
  return JSON.stringify([number, authority]);
}

/** Whether both name the same giver: HL7 has a name and an id of one, and messages leave out either. */
export function isSameGiver(one: PersonNumber, other: PersonNumber): boolean {
  const namesOf = ({ authority, authorityId }: PersonNumber) =>
    [authority, authorityId].filter(Boolean);
  const names = namesOf(other);
  return namesOf(one).some((name) => names.includes(name));
}

export interface MergedPair {
  people: PersonNumber[];
  merged: PersonNumber[];
}

/** All merges of a message; of another event none. */
export function pairsOf({
  event,
  people,
  merged,
  others = [],
}: MessageFacts): MergedPair[] {
  return event === "merge" ? [{ people, merged }, ...others] : [];
}

/** Why a message can never be used for whom it is about; null where it can (R307). */
export function faultOfPeople(
  people: readonly PersonNumber[],
): MessageFault | null {
  if (people.length === 0) return "no_patient_number";
  return people.length > MOST_NUMBERS ? "too_many_numbers" : null;
}

export function faultOfMerges(
  pairs: readonly MergedPair[],
): MessageFault | null {
  const numbers = pairs.flatMap(({ people, merged }) => [...people, ...merged]);
  if (numbers.length > MOST_NUMBERS) return "too_many_numbers";
  const faults = pairs.map(({ people, merged }): MessageFault | null => {
    if (people.length === 0) return "no_patient_number";
    if (merged.length === 0) return "no_merged_number";
    const staying = new Set(people.map(personKey));
    return merged.every((one) => staying.has(personKey(one)))
      ? "merged_with_itself"
      : null;
  });
  return faults.find((fault) => fault !== null) ?? null;
}
