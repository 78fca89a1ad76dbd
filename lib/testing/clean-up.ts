// What a test opens is closed after it, the last first: `afterEach(cleaned)`.

export const cleanUp: (() => unknown)[] = [];

export async function cleaned(): Promise<void> {
  for (const step of cleanUp.splice(0).reverse()) await step();
}
