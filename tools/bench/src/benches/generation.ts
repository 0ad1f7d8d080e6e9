import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { alternate, type Figure } from '../bench.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const description = join(root, 'spec/openapi.yaml');
const rounds = 5;

/** Everything that is made from the description, against openapi-typescript alone on the same file; both as commands. */
export async function generationBench(): Promise<Figure[]> {
  const { subject, baseline, ratio } = await alternate(
    rounds,
    () => seconds((output) => ['mailwright-codegen', description, '-o', output, '--quiet']),
    () => seconds((output) => ['openapi-typescript', description, '-o', join(output, 'types.ts')]),
  );
  const detail = `${subject.toFixed(2)} s for all parts against ${baseline.toFixed(2)} s of openapi-typescript alone`;
  return [{ name: 'generation', ratio, target: { bound: 'at most', value: 3 }, detail }];
}

/** Time of a whole command that runs in and writes into a fresh folder, away from the repository's own Redocly settings. */
function seconds(commandLine: (output: string) => string[]): number {
  const output = mkdtempSync(join(tmpdir(), 'mailwright-generation-'));
  const [command, ...args] = commandLine(output);
  const start = performance.now();
  execFileSync(join(root, 'node_modules/.bin', command!), args, { stdio: 'ignore', cwd: output });
  const elapsed = (performance.now() - start) / 1000;
  rmSync(output, { recursive: true });
  return elapsed;
}
