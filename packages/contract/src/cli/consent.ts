import { createInterface } from 'node:readline/promises';
import { InputError } from '../input-error.ts';

/** Whether an address is of this machine: `localhost`, `127.0.0.0/8`, `::1` (RFC 6761 section 6.3). */
export function isLoopback(url: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])\.?$/i.test(new URL(url).hostname);
}

/**
 * Asks whether data may be changed at addresses of other machines.
 * @throws InputError when the answer is not yes, or nobody is there to ask
 */
export async function askConsent(url: string, input: NodeJS.ReadStream, output: NodeJS.WriteStream): Promise<void> {
  const warning = `${url} is not on this machine, and verify creates, changes and deletes data there.`;
  const hint = 'Say --yes when that is meant, with the key of an account that you can do without.';
  if (!input.isTTY) throw new InputError(`${warning} ${hint}`);
  const lines = createInterface({ input, output });
  const answer = await lines.question(`${warning}\nType "yes" to go on: `);
  lines.close();
  if (answer.trim().toLowerCase() !== 'yes') throw new InputError('Nothing was sent.');
}
