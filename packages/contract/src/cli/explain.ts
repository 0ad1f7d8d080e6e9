import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { stringify } from 'yaml';
import { explain } from '../chains/explain.ts';
import { inferPreconditions } from '../chains/infer.ts';
import { linksOf } from '../chains/links.ts';
import { findResources } from '../chains/resources.ts';
import { loadContract } from '../contract/contract.ts';
import { NO_CORPUS } from '../contract/corpus.ts';
import { readSchemas } from '../contract/schemas.ts';
import { NO_PRECONDITIONS, type Preconditions } from '../preconditions/preconditions.ts';
import { localDescription } from './description-file.ts';
import { tellProblems } from './tell-problems.ts';

export function explainCommand(): Command {
  return new Command('explain')
    .description('Shows what verify finds out by itself: what is made where, and which id feeds which parameter')
    .argument('<openapi>', 'file or URL of the description: OpenAPI 3.0 or 3.1, YAML or JSON')
    .option('--write <dir>', 'writes it as preconditions, to correct and to give to verify')
    .action(run);
}

async function run(file: string, { write }: { write?: string }): Promise<void> {
  const contract = await loadContract(await localDescription(file));
  tellProblems(contract);
  const schemas = readSchemas(contract);
  const resources = findResources(contract.model.operations, schemas, linksOf(contract.model));
  const inferred = inferPreconditions(contract, resources, schemas, NO_PRECONDITIONS, NO_CORPUS);
  process.stdout.write(explain(resources, inferred));
  if (write !== undefined) writePreconditions(write, inferred);
}

/**
 * Writes the files that `loadPreconditions` reads. Whatever the user has in these files is declared and no longer inferred,
 * except for alternative ways to a status: they remain alternatives until the user selects one.
 */
function writePreconditions(directory: string, { situations, operations, parameters }: Preconditions): void {
  const folders = { situations, operations };
  for (const [folder, entries] of Object.entries(folders)) {
    mkdirSync(join(directory, folder), { recursive: true });
    for (const [name, entry] of entries) writeFileSync(join(directory, folder, `${name}.yaml`), toYaml(entry));
  }
  writeFileSync(join(directory, 'parameters.yaml'), toYaml(Object.fromEntries(parameters)));
}

function toYaml(value: object): string {
  return stringify(declared(value));
}

function declared(value: object): object {
  const entries = Object.entries(value).filter(([key]) => key !== 'guessed');
  return Object.fromEntries(
    entries.map(([key, each]) => [key, isEntry(each) && key !== 'statuses' ? declared(each) : each]),
  );
}

const isEntry = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
