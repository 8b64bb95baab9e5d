/** What Remix writes in the place of a field that is still to come. */
const PLACEHOLDER = "__deferred_promise:";

/**
 * The data of an answer that Remix sends in sections: first an object, in which the fields that are still to come are
 * promises, then each of these. What does not come is null. Rejects where not even the first section comes.
 */
export async function readDeferred(
  body: ReadableStream<Uint8Array>,
): Promise<Record<string, unknown>> {
  const sections = sectionsOf(body.getReader());
  const { value: first = "" } = await sections.next();
  const data = JSON.parse(first) as Record<string, unknown>;
  const settle = new Map<string, (value: unknown) => void>();
  for (const [name, value] of Object.entries(data)) {
    if (value === PLACEHOLDER + name) {
      data[name] = new Promise((resolve) => settle.set(name, resolve));
    }
  }
  void settleAll(sections, settle);
  return data;
}

async function settleAll(
  sections: AsyncGenerator<string, void>,
  settle: ReadonlyMap<string, (value: unknown) => void>,
): Promise<void> {
  try {
    for await (const section of sections) {
      if (!section.startsWith("data:")) continue;
      const fields = JSON.parse(section.slice("data:".length)) as object;
      for (const [name, value] of Object.entries(fields)) {
        settle.get(name)?.(value);
      }
    }
  } catch {
    // The line was lost, or nobody waits any more.
  }
  for (const end of settle.values()) end(null);
}

async function* sectionsOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    text += done ? decoder.decode() : decoder.decode(value, { stream: true });
    const sections = text.split("\n\n");
    text = sections.pop() ?? "";
    yield* sections;
    if (!done) continue;
    if (text) yield text;
    return;
  }
}
