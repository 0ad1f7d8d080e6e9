import { Ajv } from 'ajv';
import { parseDocument } from 'yaml';
import { type InstallationFile, installationSchema } from './schema.ts';

const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile<InstallationFile>(installationSchema);

/**
 * Reads a file in YAML or JSON.
 * @throws Error that names each place and what is wrong there
 */
export function readInstallation(text: string): InstallationFile {
  const document = parseDocument(text);
  if (document.errors.length > 0) throw new Error(document.errors.map(({ message }) => message).join('\n'));
  const file: unknown = document.toJS({ maxAliasCount: 100 }) ?? {};
  if (validate(file)) return withDistinctNames(file);
  const faults = validate.errors!.map(({ instancePath, message, params }) => {
    const what = params.additionalProperty ?? params.allowedValues?.join(', ');
    return `${instancePath.slice(1).replaceAll('/', '.') || 'the file'} ${message}${what ? `: ${what}` : ''}`;
  });
  throw new Error(faults.join('\n'));
}

function withDistinctNames(file: InstallationFile): InstallationFile {
  for (const kind of ['accounts', 'relays'] as const) {
    const names = (file[kind] ?? []).map(({ name }) => name);
    const twice = names.find((name, index) => names.indexOf(name) < index);
    if (twice !== undefined) throw new Error(`${kind}: "${twice}" is there twice`);
  }
  return file;
}
