/** Covers the body too, by `read`. Browsers before 2022 have no `AbortSignal.timeout`. */
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
