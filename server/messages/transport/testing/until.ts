/** Waits for what a test has brought about. The limit of the test itself ends the wait for what never comes. */
export async function until(
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  while (!(await holds())) {
    await new Promise((passed) => setTimeout(passed, 5));
  }
}
