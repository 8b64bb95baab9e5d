/** The test's own limit ends an endless wait. */
export async function until(
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  while (!(await holds())) {
    await new Promise((passed) => setTimeout(passed, 5));
  }
}
