import type { PersonNumber } from "../feed/message-facts";
import { personNumbers, type MergedPair } from "../feed/person-numbers";
import type { Er7Message, Er7Repetition } from "./er7";

/** The numbers among the occurrences of PID-3 or MRG-1 by which a patient is known, each once. */
export function readPeople(
  repetitions: readonly Er7Repetition[] = [],
): PersonNumber[] {
  return personNumbers(
    repetitions.map((one) => {
      const name = one.component(4, 1) ?? undefined;
      const id = one.component(4, 2) ?? undefined;
      return {
        number: one.component(1) ?? "",
        authority: name ?? id ?? one.component(6, 1) ?? "",
        authorityId: name && id,
        // Senders that have one number for each patient often leave its type out.
        typeCode: one.component(5) ?? "",
      };
    }),
  );
}

/** Who becomes whom: each MRG with the PID before it, however many there are of both. */
export function readMerges(message: Er7Message): MergedPair[] {
  const pairs: MergedPair[] = [];
  const patients = message.all("PID");
  let [at] = patients;
  let isMerged = true;
  const add = (merged: PersonNumber[]) => {
    pairs.push({ people: readPeople(at?.repetitions(3)), merged });
    isMerged = true;
  };
  for (const segment of message.segments) {
    if (segment.name === "MRG") add(readPeople(segment.repetitions(1)));
    if (segment.name !== "PID") continue;
    if (!isMerged) add([]);
    at = segment;
    isMerged = false;
  }
  const isLeftOver = !isMerged && patients.length > 1;
  if (isLeftOver || pairs.length === 0) add([]);
  return pairs;
}
