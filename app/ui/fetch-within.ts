/**
 * Fetches and reads an answer, or rejects once the time is over. Browsers before 2022 have no `AbortSignal.timeout`.
 *
 * @param read reads what is needed of the answer, its body too: the time is for that as well
 */
export async function fetchWithin<Answer>(
  ms: number,
  address: string,
  init: RequestInit,
  read: (response: Response) => Promise<Answer>,
): Promise<Answer> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), ms);
  try {
    return await read(
      await fetch(address, { ...init, signal: controller.signal }),
    );
  } finally {
    clearTimeout(timer);
  }
}
