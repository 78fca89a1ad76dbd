// For tests: waits for what another process or a server does.

/** What never comes is a hang, which the one bound of all tests ends. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}
