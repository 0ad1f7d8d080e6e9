import { createInterface } from 'node:readline/promises';

/**
 * Asks for a yes on the terminal.
 * @param otherwise what to do where nobody can be asked, such as `say --force`
 * @throws Error when the answer is not yes, or nobody can be asked
 */
export async function confirm(question: string, otherwise: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new Error(
      `${question.slice(0, question.lastIndexOf('.') + 1)} This needs confirmation, but there is no terminal; ${otherwise}.`,
    );
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await lines.question(`${question} [y/N] `);
  lines.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new Error('nothing was changed');
}
