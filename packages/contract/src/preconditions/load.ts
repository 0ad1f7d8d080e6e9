import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { parse as parseYaml } from 'yaml';
import type { Contract } from '../contract/contract.ts';
import { InputError } from '../input-error.ts';
import { checkPreconditions } from './check.ts';
import type { Binding, Preconditions } from './preconditions.ts';

/**
 * Reads `situations/*.yaml`, `operations/*.yaml` and `parameters.yaml` of a directory.
 * @throws InputError when a file is no YAML, or names what is not there
 */
export function loadPreconditions(directory: string, contract: Pick<Contract, 'model'>): Preconditions {
  if (!existsSync(directory))
    throw new InputError(
      `--preconditions: there is no folder ${directory}; "mailwright-contract explain --write" makes one`,
    );
  const parameters = join(directory, 'parameters.yaml');
  const preconditions: Preconditions = {
    situations: readAll(join(directory, 'situations')),
    operations: readAll(join(directory, 'operations')),
    parameters: new Map(existsSync(parameters) ? Object.entries(read<Record<string, Binding>>(parameters)) : []),
  };
  const problems = checkPreconditions(preconditions, contract.model);
  if (problems.length > 0) throw new InputError(problems.map((problem) => `${directory}: ${problem}`).join('\n'));
  return preconditions;
}

/** The files of a folder, by their names. */
function readAll<T>(folder: string): Map<string, T> {
  if (!existsSync(folder)) return new Map();
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
  return new Map(files.sort().map((file) => [parse(file).name, read<T>(join(folder, file))]));
}

/** Reads a file as a value of the type, which `checkPreconditions` verifies. */
function read<T>(file: string): T {
  try {
    return parseYaml(readFileSync(file, 'utf8')) ?? {};
  } catch (error) {
    throw new InputError(`${file}: ${(error as Error).message}`);
  }
}
