// What the slow tests do of everything, and the others of a few: CI runs both.

const isOften = process.env['OFTEN'] === 'yes';

/** Every n-th of them, or all where the slow tests run. */
export const oneIn = <T>(n: number, all: readonly T[]): readonly T[] =>
  isOften ? all : all.filter((_, at) => at % n === 0);
