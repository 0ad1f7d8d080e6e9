import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { stringify } from 'yaml';
import { writeArazzo } from '../arazzo/write.ts';
import { explain } from '../chains/explain.ts';
import { findChains } from '../chains/find.ts';
import { loadContract } from '../contract/contract.ts';
import { InputError } from '../input-error.ts';
import { preconditionFiles } from '../preconditions/files.ts';
import type { Preconditions } from '../preconditions/preconditions.ts';
import { localDescription } from './description-file.ts';
import { tellProblems } from './tell-problems.ts';
import { urlFrom } from './workflows.ts';

export function explainCommand(): Command {
  return new Command('explain')
    .description('Shows what verify finds out by itself: what is made where, and which id feeds which parameter')
    .argument('<openapi>', 'file or URL of the description: OpenAPI 3.0 or 3.1, YAML or JSON')
    .option(
      '--write <dir or file>',
      'writes it as preconditions, to correct and to give to verify: files of a directory, or *.arazzo.yaml',
    )
    .action(run);
}

async function run(file: string, { write }: { write?: string }): Promise<void> {
  const contract = await loadContract(await localDescription(file));
  tellProblems(contract);
  const { resources, inferred } = findChains(contract);
  process.stdout.write(explain(resources, inferred));
  if (write === undefined) return;
  if (isArazzo(write) && inferred.situations.size + inferred.operations.size === 0)
    throw new InputError(`Nothing was found that ${write} could have: a document of Arazzo has a workflow at least`);
  if (isArazzo(write)) writeFileSync(write, stringify(writeArazzo(inferred, contract, urlFrom(write, file))));
  else writePreconditions(write, inferred);
}

const isArazzo = (path: string) => /\.ya?ml$/.test(path);

function writePreconditions(directory: string, preconditions: Preconditions): void {
  for (const folder of ['situations', 'operations']) mkdirSync(join(directory, folder), { recursive: true });
  for (const [name, text] of preconditionFiles(preconditions)) writeFileSync(join(directory, name), text);
}
