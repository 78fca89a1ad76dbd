// Consent to write to production: in a pipeline the flag alone says it; on a terminal a person says it once more.
import { type Io } from '../io.js';
import { oneLine, UsageError } from '../../api/errors.js';

export async function confirmedWrites(baseUrl: string, io: Io): Promise<void> {
  if (!io.stdin.isTTY || !io.stderr.isTTY) return;
  io.stderr.write(
    `This adds several hundred animals to production, ${oneLine(baseUrl)}, and they cannot be removed. Type yes to continue: `,
  );
  const answer = await io.stdin.line();
  if (answer.trim().toLowerCase() !== 'yes')
    throw new UsageError('Nothing was sent: omit --allow-writes to test production read-only.');
}
