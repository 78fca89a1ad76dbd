// The one way out: whatever a command prints for people, and for the logs that keep it, passes here. It holds back
// configured keys, what a build server would act upon, and lines without end. What is printed for programs is made harmless
// where it is made.
import type { Secret } from '../http/secrets/credential.js';
import { inLog } from '../report/text/inert.js';
import { knownKeys } from '../api/configuration/key.js';
import { masking } from '../api/configuration/mask.js';
import type { Io, Output, Printer, ProcessIo } from './io.js';

/** Some logs cut longer lines, and nobody reads them. */
export const mostBytesOfLine = 2048;

export async function guarded(processIo: ProcessIo): Promise<Io> {
  const secrets: Secret[] = [...(await knownKeys(processIo))];
  let mask = await masking(secrets);
  const hide = async (more: readonly Secret[]): Promise<void> => {
    secrets.push(...more);
    mask = await masking(secrets);
  };
  const printer = (output: Output): Printer => ({
    write: (text) => output.write(shortened(inLog(mask(text)))),
    data: (text) => output.write(text),
    get isTTY() {
      return output.isTTY;
    },
    get columns() {
      return output.columns;
    },
  });
  return {
    stdin: processIo.stdin,
    environment: processIo.environment,
    folder: processIo.folder,
    onInterrupt: (listener) => processIo.onInterrupt(listener),
    stdout: printer(processIo.stdout),
    stderr: printer(processIo.stderr),
    hide,
  };
}

function shortened(text: string): string {
  if (text.length * 3 <= mostBytesOfLine) return text;
  return text
    .split('\n')
    .map((line) => (Buffer.byteLength(line) <= mostBytesOfLine ? line : cutLine(line)))
    .join('\n');
}

const note = (bytes: number): string =>
  `… (${String(bytes).replace(/\B(?=(\d{3})+$)/g, ',')} more bytes: see report.json)`;

function cutLine(line: string): string {
  const bytes = Buffer.from(line);
  const kept = bytes
    .subarray(0, mostBytesOfLine - note(bytes.length).length - 4)
    .toString('utf8')
    .replace(/(?<!\ufffd)\ufffd+$/, '');
  return `${kept}${note(bytes.length - Buffer.byteLength(kept))}`;
}
