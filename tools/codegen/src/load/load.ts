import path from 'node:path';
import { BaseResolver, bundle, createConfig, type Document, lint, type NormalizedProblem } from '@redocly/openapi-core';
import { DescriptionError, type Problem } from '../errors.ts';
import type { OpenApiDocument } from '../model/model.ts';
import { applyOverlay } from './overlay.ts';
import { type Note, repair, withoutFarExamples } from './repair.ts';
import { fromSwagger2 } from './swagger.ts';
import { upgradeTo31 } from './upgrade.ts';

/**
 * Reads a Swagger 2.0 or OpenAPI 3.0, 3.1 or 3.2 description (YAML or JSON, one file or many) into one document of version
 * 3.1, in which every reference is local. Overlays change the file itself, Swagger 2.0 when it is converted, one after the
 * other.
 * @throws DescriptionError when a file cannot be read, a reference leads nowhere, two components of different
 *   content have one name, the structure is not that of OpenAPI, or the version is another one
 */
export async function loadDescription(
  file: string,
  note?: Note,
  overlays: readonly string[] = [],
): Promise<OpenApiDocument> {
  const resolver = new BaseResolver();
  const root = await readRoot(file, resolver);
  if ((root.parsed as { swagger?: unknown } | undefined)?.swagger === '2.0') await convert(root, file, resolver);
  for (const overlay of overlays) await applyOverlay(root.parsed as OpenApiDocument, overlay, resolver);
  checkVersion(root, file);
  await checkStructure(file, resolver, note);
  const { bundle: result, problems } = await bundle({
    doc: root,
    config: await createConfig({}),
    externalRefResolver: resolver,
    componentRenamingConflicts: 'error',
  });
  const broken = problems.map(toProblem).filter(({ pointer }) => !EXAMPLE.test(pointer));
  if (broken.length > 0) throw new DescriptionError(broken);
  const parsed = unshare(result.parsed, file);
  withoutFarExamples(parsed);
  const document = parsed.openapi.startsWith('3.0') ? upgradeTo31(parsed) : parsed;
  repair(document, note);
  // XML Schema 1.0 part 1, 2.6.2; a description may say otherwise.
  document['x-xml-nil'] ??= 'xsi:nil';
  return document;
}

/** A reference that is an example, and cannot be followed, spoils nothing. */
const EXAMPLE = /\/examples\/[^/]+$/;

async function readRoot(file: string, resolver: BaseResolver): Promise<Document> {
  const root = await resolver.resolveDocument(null, path.resolve(file), true).catch((error: Error) => error);
  if (root instanceof Error) {
    const absent = root.message.startsWith('ENOENT');
    throw fault(file, '#', absent ? 'there is no such file' : oneLine(root.message));
  }
  return root;
}

/** Puts OpenAPI 3.0 in the place of Swagger 2.0, when that is what it should be. */
async function convert(root: Document, file: string, resolver: BaseResolver): Promise<void> {
  await checkStructure(file, resolver);
  root.parsed = fromSwagger2(root.parsed as object);
}

function checkVersion(root: Document, file: string): void {
  const parsed = root.parsed as OpenApiDocument | undefined;
  if (typeof parsed?.openapi === 'string' && /^3\.[012](\.|$)/.test(parsed.openapi)) return;
  const found = parsed?.swagger ? `Swagger ${parsed.swagger}` : parsed?.openapi && `OpenAPI ${parsed.openapi}`;
  if (!found) throw fault(file, '#', 'not an OpenAPI description: no field "openapi"');
  const message = `${found} is not supported; Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2 are`;
  throw fault(file, parsed?.swagger ? '#/swagger' : '#/openapi', message);
}

/** Fields that are missing or of another type than OpenAPI says are errors; fields that it does not know are let be. */
async function checkStructure(file: string, resolver: BaseResolver, note: Note = () => {}): Promise<void> {
  const config = await createConfig({ rules: { struct: 'error' } });
  const problems = await lint({ ref: path.resolve(file), config, externalRefResolver: resolver });
  const wrong = problems.filter(({ message }) => !message.includes('is not expected here')).map(toProblem);
  for (const problem of wrong.filter(isNumericLimit))
    note({ ...problem, message: 'a number, as OpenAPI 3.1 has it, is taken for the bound' });
  const broken = wrong.filter((problem) => !isNumericLimit(problem));
  if (broken.length > 0) throw new DescriptionError(broken);
}

/** A bound as generators of OpenAPI 3.0 often write it (`exclusiveMinimum: 0`): it can only mean what it means in 3.1. */
function isNumericLimit({ pointer, message }: Problem): boolean {
  return /\/exclusiveM(in|ax)imum$/.test(pointer) && /got `(integer|number)`/.test(message);
}

/** One object may stand at several places of a bundle (YAML anchors, files used twice); a copy parts them. */
function unshare(document: unknown, file: string): OpenApiDocument {
  try {
    return JSON.parse(JSON.stringify(document));
  } catch {
    throw fault(file, '#', 'the description contains itself (a circle of YAML anchors)');
  }
}

function toProblem({ message, location }: NormalizedProblem): Problem {
  const place = location[0];
  return {
    file: place && relative(place.source.absoluteRef),
    pointer: (place && 'pointer' in place && place.pointer) || '#',
    message: oneLine(message),
  };
}

function fault(file: string, pointer: string, message: string): DescriptionError {
  return new DescriptionError([{ file: relative(file), pointer, message }]);
}

function oneLine(text: string): string {
  return text.split('\n')[0]!.replaceAll(process.cwd() + path.sep, '');
}

function relative(file: string): string {
  return path.isAbsolute(file) ? path.relative(process.cwd(), file) : file;
}
