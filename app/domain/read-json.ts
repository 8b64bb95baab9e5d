/** Null for what is no JSON, or of another shape. */
export function readJson<Value>(
  text: string,
  shape: { safeParse(value: unknown): { data?: Value } },
): Value | null {
  try {
    return shape.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
