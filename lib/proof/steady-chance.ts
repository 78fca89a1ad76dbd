// Tests draw the same values every time, so that a failing one keeps failing. CHANCE=n draws others.
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['CHANCE'] ?? 20_301_205) });
