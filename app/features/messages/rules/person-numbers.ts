import {
  type MessageFacts,
  type MessageFault,
  MOST_NUMBERS,
  type NumberType,
  type PersonNumber,
} from "./message-facts";

interface SentNumber extends Omit<PersonNumber, "type" | "ownType"> {
  /** PID-3.5. */
  typeCode: string;
}

/** `MRN` is no code of HL7, but often sent. */
const OWN_NUMBERS: ReadonlyMap<string, NumberType> = new Map([
  ["MR", "MR"],
  ["MRN", "MR"],
  ["PI", "PI"],
]);

/**
 * Types of HL7's table 203 that identify nobody: state, insurances, accounts, staff and things. FI, PE and PN are
 * left to the sender's codes, since PointClickCare names residents by FI and PN.
 */
const OF_OTHERS = new Set(
  `AC,ACSN,AIN,AM,AMA,AN,ANON,ANC,AND,ANT,APRN,ASID,BA,BC,BCFN,BCT,BR,BRN,BSNR,CAAI,CC,CONM,CY,CZ,DC,DCFN,DDS,DEA,DFN,DI
  DL,DN,DO,DP,DPM,DR,DS,DSG,EI,EN,ESN,FDR,FDRFN,FGN,FILL,GI,GL,GN,HC,IND,IRISTEM,JHN,LACSN,LANR,LI,LN,LR,MA,MB,MC,MCD
  MCN,MCR,MCT,MD,MI,MRT,MS,NBSNR,NCT,NE,NH,NI,NII,NIIP,NP,NPI,OBI,OD,PA,PC,PCN,PEN,PGN,PHC,PHE,PHO,PIN,PLAC,PNT
  PPIN,PPN,PRC,PRN,PT,QA,RI,RN,RPH,RR,RRI,RRP,SAMN,SB,SID,SL,SN,SNBSN,SNO,SP,SR,SRX,SS,SSN,STN,TAX,TN,TPR,TRL,U,UDI,UPIN
  USID,VN,VP,VS,WC,WCN,WP,XV,XX`.split(/\W+/),
);

/** Authorities of the state, of insurances and of staff, as HL7 and FHIR name them. Their numbers identify nobody. */
const OF_THE_STATE =
  /^(SS|SSN|SSA|USSSA)$|fhir\/sid\/us-(ssn|medicare|mbi|medicaid|npi)|(^|:)2\.16\.840\.1\.113883\.4\.(1|6|572|927)$/i;

const NO_NUMBER = new Set(
  `ANONYMOUS,BLANK,DUMMY,EMPTY,MISSING,NA,NAN,NIL,NOID,NOMRN,NONE,NONUMBER,NOTASSIGNED,NOTAVAILABLE,NOTKNOWN,NULL,PENDING
  PLACEHOLDER,TBA,TBD,UNASSIGNED,UNDEFINED,UNK,UNKN,UNKNOWN`.split(/\W+/),
);

/** Zeros, X and marks, many nines, or another digit again and again. */
const FILLED_IN = /^(0*|X+|9{5,}|(\d)\2{5,})$/;

/** Fillings stand for many residents, who would all become one. */
export function isNumber(text: string): boolean {
  const plain = text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");
  return !FILLED_IN.test(plain) && !NO_NUMBER.has(plain);
}

/** The numbers by which a patient may be known, each once. Types of the site's own are left to the sender's codes. */
export function personNumbers(sent: readonly SentNumber[]): PersonNumber[] {
  const known = new Map<string, PersonNumber>();
  for (const { typeCode, ...one } of sent) {
    const code = typeCode.toUpperCase();
    if (!isNumber(one.number) || OF_OTHERS.has(code)) continue;
    // State numbers by country, as NNDEN.
    if (/^NN[A-Z]{1,3}$/.test(code)) continue;
    if (OF_THE_STATE.test(one.authority)) continue;
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

/** If one number has two types: a record number first, the site's own last. */
function rank({ type, ownType }: PersonNumber): number {
  if (ownType !== undefined) return 2;
  return type === "MR" ? 0 : 1;
}

function personKey({ number, authority }: PersonNumber): string {
  return JSON.stringify([number, authority]);
}

/** HL7 has a name and an id of an authority, and messages leave out either. */
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

export function pairsOf({
  event,
  people,
  merged,
  others = [],
}: MessageFacts): MergedPair[] {
  return event === "merge" ? [{ people, merged }, ...others] : [];
}

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
  for (const { people, merged } of pairs) {
    if (people.length === 0) return "no_patient_number";
    if (merged.length === 0) return "no_merged_number";
    const staying = new Set(people.map(personKey));
    const isSame = merged.every((one) => staying.has(personKey(one)));
    if (isSame) return "merged_with_itself";
  }
  return null;
}
