import { createInterface } from 'node:readline/promises';
import type { Operation } from '@mailwright/codegen/description';
import { InputError } from '../input-error.ts';
import { listed } from '../report/group.ts';

/**
 * Describes in a sentence how a run of these operations changes the data of a service. Returns `undefined` if they only read.
 */
export function consequences(operations: readonly Operation[], url: string): string | undefined {
  const changing = operations.filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method));
  if (changing.length === 0) return undefined;
  const deleting = changing.filter(({ method }) => method === 'DELETE').map(({ id }) => id);
  const deletes =
    deleting.length === 0
      ? 'None of them delete data.'
      : `${deleting.length} of them delete data: ${listed(deleting)}.`;
  return `verify calls ${changing.length} operations of ${url} that change data. ${deletes} Data of the account may be lost.`;
}

/**
 * Asks whether data may be changed.
 * @throws InputError when the answer is not yes, or nobody is there to ask
 */
export async function askConsent(warning: string, input: NodeJS.ReadStream, output: NodeJS.WriteStream): Promise<void> {
  const hint = 'To confirm, run the command with --yes and the key of a test account.';
  if (!input.isTTY) throw new InputError(`${warning} ${hint}`);
  const lines = createInterface({ input, output });
  const answer = await lines.question(`${warning}\nType "yes" to continue: `);
  lines.close();
  if (answer.trim().toLowerCase() !== 'yes') throw new InputError('Nothing was sent.');
}
