import type { Entry } from "~/features/messages/rules/fhir/references";
import type { Referred } from "~/features/messages/rules/fhir/resources";
import { canonicalJson } from "./canonical-json";
import type { AnyResource } from "./shapes";

/** One large resource that many small ones refer to may not make many large messages. */
const MOST_GROWTH = 16;
const ROOM = 1_000_000;

/** Writes what is stored of each message of a text, as long as there is room. */
export class RawMessages {
  private room: number;

  /** @param length of the text that is read */
  constructor(length: number) {
    this.room = MOST_GROWTH * length + ROOM;
  }

  /**
   * Null where it is nested too deeply, or where the text makes far more than it has.
   *
   * @param resource what is the message, as it was sent or as it is read
   * @param said when, where the resource itself does not tell
   */
  write(
    resource: AnyResource | Referred,
    { source, said }: { source: string | undefined; said: string | undefined },
    used: Iterable<Entry> = [],
  ): string | null {
    if (this.room <= 0) return null;
    const referred = [...used].map((entry) => ({
      fullUrl: entry.fullUrl ?? undefined,
      resource: withoutLinks(entry.resource),
    }));
    const text = canonicalJson({
      resourceType: "Bundle",
      type: "collection",
      meta: source === undefined ? undefined : { source },
      timestamp: said,
      entry: [{ resource }, ...referred],
    });
    this.room -= text?.length ?? 0;
    return text;
  }
}

/** The merges of a patient are messages of their own. */
function withoutLinks(resource: Referred): Referred {
  return resource.resourceType === "Patient"
    ? { ...resource, link: undefined }
    : resource;
}
