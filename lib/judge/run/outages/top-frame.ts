// Finds where a candidate crashed in its own stack trace: crashes at the same place are one defect.

/** JavaScript, Java and C# write the innermost frame first; Go too, below the goroutine that panicked. */
const innermostFirst = /^\s*at .*?([^\s()]+:(?:line )?\d+(?::\d+)?)\)?$|^\s+(\S+\.go:\d+)\b/;
/** Python writes it last. */
const innermostLast = /^\s*File "(.+)", line (\d+)/;
/** What is longer is no frame, and would take long to search for one. */
const longestFrame = 1_000;
const ofTheRuntime = /^(?:node:|<anonymous>)/;

/** Returns "crash.js:51:57"; undefined if the output contains no stack trace. */
export function topFrame(output: string): string | undefined {
  const lines = output.split('\n').map((line) => line.slice(0, longestFrame));
  const python = lines.flatMap((line) => innermostLast.exec(line) ?? []);
  if (python.length > 0) return python.slice(-2).join(':');
  const frames = lastTrace(lines);
  return frames.find((frame) => !ofTheRuntime.test(frame)) ?? frames[0];
}

/** The last frames that stand together, because a log may also contain those of errors that were survived. */
function lastTrace(lines: readonly string[]): readonly string[] {
  let last: string[] = [];
  let wasFrame = false;
  for (const line of lines) {
    const [, written, ofGo] = innermostFirst.exec(line) ?? [];
    const frame = written ?? ofGo;
    if (frame !== undefined) {
      if (!wasFrame) last = [];
      last.push(frame);
    }
    // Go writes the name of a function between two places.
    wasFrame = frame !== undefined || (wasFrame && /^\S+\(/.test(line) && line.endsWith(')'));
  }
  return last;
}
