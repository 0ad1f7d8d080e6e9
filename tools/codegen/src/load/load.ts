import type { BaseResolver, Document } from '@redocly/openapi-core';
import { DescriptionError, type Note, type Problem } from '../common/errors.ts';
import { markBroken } from '../model/broken.ts';
import type { OpenApiDocument } from '../model/model.ts';
import { readAdditionalOperations } from './additional-operations.ts';
import { conform } from './conform.ts';
import { conformPathParameters } from './conform-parameters.ts';
import { mapByConstants } from './constant-kinds.ts';
import { addressOf, relative } from './files.ts';
import { resolveIdentifiers } from './identifiers.ts';
import { joinFiles } from './join.ts';
import { noteLargeIntegers } from './large-integers.ts';
import { leaveOutLostMappings } from './lost-mappings.ts';
import { applyOverlay } from './overlay.ts';
import { readRangesAsJson } from './ranges.ts';
import { repair, withoutFarExamples } from './repair.ts';
import { DescriptionResolver } from './resolver.ts';
import { describeInJson } from './second-encoding.ts';
import { noteUndescribedSecurity } from './security-notes.ts';
import { readShortReferences } from './short-references.ts';
import { isHarmless, structureProblems } from './structure.ts';
import { fromSwagger2 } from './swagger.ts';
import { unreadable } from './unreadable.ts';
import { conformNullable, upgradeTo31 } from './upgrade.ts';

export interface LoadOptions {
  /** Told what breaks a rule of OpenAPI without harm, and how it was understood. */
  note?: Note | undefined;
  /** Told the path or URL of each file before it is read. */
  onRead?: ((file: string) => void) | undefined;
  /** Paths of OpenAPI Overlays that change the file as it is written, one after the other. */
  overlays?: readonly string[] | undefined;
  /** Follows references to other hosts. */
  remote?: boolean | undefined;
  /** Refuses what would be a note. */
  strict?: boolean | undefined;
}

/**
 * Reads a Swagger 2.0 or OpenAPI 3.0, 3.1 or 3.2 description (YAML or JSON, one file or many) into one document of version
 * 3.1, in which every reference is local.
 * @throws DescriptionError when a file cannot be read, a reference leads nowhere, the structure is not that of OpenAPI, or
 *   the version is another one
 */
export async function loadDescription(
  file: string,
  { note = () => {}, onRead, overlays = [], remote = false, strict = false }: LoadOptions = {},
): Promise<OpenApiDocument> {
  const resolver = new DescriptionResolver(file, remote, onRead);
  const root = await readRoot(file, resolver);
  for (const overlay of overlays) await applyOverlay(root.parsed as OpenApiDocument, overlay, resolver);
  const refused: Problem[] = [];
  const tell: Note = strict ? (problem) => refused.push(problem) : note;
  normaliseVersion(root, file, tell);
  const described = root.parsed as OpenApiDocument;
  readShortReferences(described, relative(file), tell);
  if (/^3\.[12]/.test(String(described.openapi))) resolveIdentifiers(described);
  const { document, originOf } = await joinFiles(root, resolver, tell);
  if (/^3\.[12]/.test(String(document.openapi))) resolveIdentifiers(document);
  leaveOutLostMappings(document, originOf, tell);
  markBroken(document, originOf, tell);
  const wrong = (await structureProblems(document)).map(({ message, pointer }) => ({ ...originOf(pointer), message }));
  const fatal = wrong.filter((problem) => strict || !isHarmless(problem));
  if (fatal.length > 0) throw new DescriptionError(fatal);
  for (const problem of wrong) note(problem);
  const isSwagger = document.swagger !== undefined;
  const parsed = isSwagger ? fromSwagger2(document, note) : document;
  readAdditionalOperations(parsed, tell);
  withoutFarExamples(parsed);
  conform(parsed, tell);
  conformPathParameters(parsed, tell);
  noteUndescribedSecurity(parsed, tell);
  const upgraded = parsed.openapi.startsWith('3.0') ? upgradeTo31(parsed) : conformNullable(parsed, tell);
  repair(upgraded, note);
  noteLargeIntegers(upgraded, note);
  mapByConstants(upgraded, note);
  readRangesAsJson(upgraded, note);
  if (refused.length > 0) throw new DescriptionError(refused);
  describeInJson(upgraded);
  // XML Schema 1.0 part 1, 2.6.2; a description may say otherwise.
  upgraded['x-xml-nil'] ??= 'xsi:nil';
  return upgraded;
}

async function readRoot(file: string, resolver: BaseResolver): Promise<Document> {
  const root = await resolver.resolveDocument(null, addressOf(file), true).catch((error: Error) => error);
  if (root instanceof Error) throw fault(file, '#', oneLine(unreadable(root, 'an OpenAPI description')));
  return root;
}

/** Some write the version as a number. */
function normaliseVersion(root: Document, file: string, tell: Note): void {
  const parsed = root.parsed as OpenApiDocument | undefined;
  for (const key of ['swagger', 'openapi']) {
    const given = parsed?.[key];
    if (typeof given !== 'number') continue;
    tell({ file: relative(file), pointer: `#/${key}`, message: 'is a number, and is taken for a text' });
    parsed![key] = Number.isInteger(given) ? `${given}.0` : String(given);
  }
  if (typeof parsed?.openapi === 'string' && /^3\.[012]$/.test(parsed.openapi)) parsed.openapi += '.0';
  if (parsed?.swagger === '2.0') return;
  if (typeof parsed?.openapi === 'string' && /^3\.[012]\./.test(parsed.openapi)) return;
  const found = parsed?.swagger ? `Swagger ${parsed.swagger}` : parsed?.openapi && `OpenAPI ${parsed.openapi}`;
  if (!found) throw fault(file, '#', 'not an OpenAPI description: no field "openapi"; give one of version 2.0 or 3');
  const message = `${found} is not supported; Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2 are`;
  throw fault(file, parsed?.swagger ? '#/swagger' : '#/openapi', message);
}

function fault(file: string, pointer: string, message: string): DescriptionError {
  return new DescriptionError([{ file: relative(file), pointer, message }]);
}

function oneLine(text: string): string {
  return text.split('\n')[0]!.replaceAll(`${process.cwd()}/`, '');
}
