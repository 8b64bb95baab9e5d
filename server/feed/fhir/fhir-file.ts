import { UnreadableFile, type ReadFhir } from "../transport/file-messages";
import { readFhir } from "./read-fhir";

/** The messages of a file in FHIR, each as it is stored. */
export const fhirFile: ReadFhir = (bytes) => {
  const messages = readFhir(new TextDecoder().decode(bytes));
  if (!messages) throw new UnreadableFile("It is no FHIR.");
  return messages.map(({ raw }) => Buffer.from(raw));
};
