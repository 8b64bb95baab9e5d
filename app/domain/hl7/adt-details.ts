import type { VisitFacts } from "../feed/message-facts";
import type { Er7Message, Er7Segment } from "./er7";

type Details = Pick<
  VisitFacts,
  "unit" | "destination" | "eventReason" | "admitReason" | "diagnosis"
>;

/** What a message tells of a visit beside its times and codes: where in the building, why, and what was found. */
export function readDetails(message: Er7Message): Details {
  const pv1 = message.first("PV1");
  return {
    unit: pv1?.value(3),
    destination: proseOf(pv1?.text(37, 1, 2)) ?? proseOf(pv1?.text(37)),
    eventReason: reasonIn(message.first("EVN"), 4),
    admitReason: reasonIn(message.first("PV2"), 3),
    diagnosis: diagnosisOf(message.all("DG1")),
  };
}

/** The text beside a code, or in its place. */
function reasonIn(
  segment: Er7Segment | undefined,
  field: number,
): string | undefined {
  return segment?.text(field, 2) ?? proseOf(segment?.text(field));
}

/** What people write has words; a code has none. */
function proseOf(text: string | null | undefined): string | undefined {
  return text && /\p{L}{2}/u.test(text) && /\s/.test(text) ? text : undefined;
}

/** DG1-6: final, working, and at admission. */
const TYPES = ["F", "W", "A"];

/** The text and code of the most final diagnosis; of several, the first. */
function diagnosisOf(segments: readonly Er7Segment[]): string | undefined {
  const rank = (segment: Er7Segment) => {
    const at = TYPES.indexOf(segment.text(6)?.toUpperCase() ?? "");
    return at < 0 ? TYPES.length : at;
  };
  const [named] = segments
    .map((segment) => ({
      rank: rank(segment),
      code: segment.text(3),
      text: segment.text(3, 2) ?? segment.text(4),
    }))
    .filter(({ code, text }) => code ?? text)
    .sort((one, other) => one.rank - other.rank);
  if (!named) return undefined;
  const { code, text } = named;
  return code && text ? `${text} (${code})` : (text ?? code ?? undefined);
}
