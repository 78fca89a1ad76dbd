/** Days begin at midnight UTC, wherever the run is. */
export const today = (): string => new Date().toISOString().slice(0, 10);
