import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { DescriptionError } from './common/errors.ts';
import { ALL_PARTS, type Output } from './generate.ts';

/**
 * Loads the outputs that modules of others export: each export with `about` and `emit`, by its name.
 * @throws DescriptionError naming the module that cannot be loaded, or has no output, or one with a name that is taken
 */
export async function loadPlugins(files: readonly string[]): Promise<Record<string, Output>> {
  const outputs: Record<string, Output> = {};
  for (const file of files) {
    const fault = (message: string) => new DescriptionError([{ file, pointer: '#', message }]);
    const module = await import(pathToFileURL(path.resolve(file)).href).catch((error: Error) => {
      throw fault(`cannot be loaded: ${error.message.split('\n')[0]}`);
    });
    const found = Object.entries<unknown>({ ...module }).filter((entry): entry is [string, Output] =>
      isOutput(entry[1]),
    );
    if (found.length === 0) throw fault('exports no output: an object with "about" and "emit"');
    for (const [name, output] of found) {
      if (Object.hasOwn(outputs, name) || (ALL_PARTS as string[]).includes(name))
        throw fault(`exports the output "${name}", and there is one of this name`);
      const unknown = (output.needs ?? []).find((part) => !(ALL_PARTS as string[]).includes(part));
      if (unknown !== undefined)
        throw fault(`exports "${name}", which needs "${unknown}"; the parts are ${ALL_PARTS.join(', ')}`);
      outputs[name] = output;
    }
  }
  return outputs;
}

const isOutput = (value: unknown): value is Output =>
  typeof value === 'object' &&
  value !== null &&
  'about' in value &&
  'emit' in value &&
  typeof value.emit === 'function';
