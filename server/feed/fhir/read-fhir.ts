import { DeliveryReader } from "./delivery-reader";
import type { FhirMessage } from "./fhir-message";
import { RawMessages } from "./raw-messages";
import { readResources } from "./read-resources";

/**
 * Reads a Bundle, a resource, or lines of both. Each Encounter is a message, as is each patient's record that is linked with
 * another one; a record that no Encounter refers to is set aside. Null where the text is no FHIR: neither JSON nor NDJSON of
 * resources.
 */
export function readFhir(text: string): FhirMessage[] | null {
  const deliveries = readResources(text);
  if (!deliveries) return null;
  const raw = new RawMessages(text.length);
  return deliveries.flatMap((delivery) =>
    new DeliveryReader(delivery, raw).messages(),
  );
}
