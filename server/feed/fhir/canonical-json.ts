/** What FHIR's resources have at most is some ten; deeper ones are made to break whoever reads them. */
const DEEPEST = 60;

/**
 * JSON text that is the same for the same content, whatever the order of its keys and the space between them. Null where it is
 * nested too deeply.
 */
export function canonicalJson(value: unknown): string | null {
  try {
    return written(value, 0);
  } catch (error) {
    if (error instanceof TooDeep) return null;
    throw error;
  }
}

class TooDeep extends Error {}

function written(value: unknown, depth: number): string {
  if (depth > DEEPEST) throw new TooDeep();
  if (Array.isArray(value)) {
    return `[${value.map((one) => written(one, depth + 1)).join(",")}]`;
  }
  if (typeof value !== "object" || value === null) {
    return JSON.stringify(value) ?? "null";
  }
  const members = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, one]) => `${JSON.stringify(key)}:${written(one, depth + 1)}`);
  return `{${members.join(",")}}`;
}
