// For tests: waits for something that another process or a server does.

/** If it never happens the test hangs, and the time limit of all tests ends it. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}
