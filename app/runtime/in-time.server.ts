/** What comes within that time; null if it takes longer. */
export async function inTime<Value>(
  coming: Promise<Value>,
  ms: number,
): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  return Promise.race([coming, late]).finally(() => clearTimeout(timer));
}
