// The seed of the proof, which is fixed so that a failing test keeps failing. PROOF_SEED selects another one.
export const seed = Number(process.env['PROOF_SEED'] ?? 1);
