import { identifierOf } from '../codec/identifiers.ts';
import { BIGINTS_FILE, codecFile } from '../codec/index.ts';
import { propertyKey } from '../common/names.ts';
import type { Content } from '../model/model.ts';
import { bracketed, quote } from './source.ts';

/** Bodies are encoded, answers are decoded: a bundle holds what its operations use. */
export type Direction = 'encode' | 'decode';

/** Contents of a body as the runtime wants them, `[{ type: 'text/html', decode: decodeText }]`, on a line so indented. */
export function contentList(direction: Direction, contents: Content[], indent = ''): string {
  const members = contents.map(
    (content) =>
      `{ type: ${quote(content.mediaType)}, ${direction}: ${functionOf(direction, content)}${direction === 'decode' && content.empty ? ', empty: true' : ''} }`,
  );
  return bracketed('[]', members, indent);
}

/** Imports of what the contents need from the codecs. */
export function codecImports(direction: Direction, contents: Content[], root: string): string[] {
  const xml = contents.filter(isXml);
  const places = direction === 'decode' && contents.some(({ bigints }) => bigints);
  return [
    ...new Set(xml.map((each) => `import { ${functionOf(direction, each)} } from '${root}${codecFile(each.schema)}';`)),
    ...(places ? [`import { bigints } from '${root}${BIGINTS_FILE}';`] : []),
  ];
}

/** What the contents need from the runtime. */
export function runtimeFunctions(direction: Direction, contents: Content[]): string[] {
  return [
    ...new Set(contents.filter((each) => !isXml(each)).map((each) => functionOf(direction, each).replace(/\(.*/s, ''))),
  ];
}

function functionOf(direction: Direction, content: Content): string {
  if (isXml(content)) return direction + identifierOf(content.schema);
  if (content.form) return formEncoder(content.mediaType, content.form);
  if (content.bigints)
    return direction === 'encode' ? 'encodeBigints' : `bigintDecoder(bigints, ${quote(content.schema!)})`;
  if (content.kind === 'json') return `${direction}Json`;
  if (direction === 'encode') return 'encodeRaw';
  return content.kind === 'text' ? 'decodeText' : 'decodeBytes';
}

/** The runtime knows by the value what is a list or a file. */
function formEncoder(mediaType: string, form: NonNullable<Content['form']>): string {
  const members = Object.entries(form).flatMap(([name, { json, array, type, separator }]) => {
    const facts = { ...(json && !array && { json }), ...(type && { type }), ...(separator && { separator }) };
    return Object.keys(facts).length > 0 ? `${propertyKey(name)}: ${JSON.stringify(facts)}` : [];
  });
  return `${mediaType === 'multipart/form-data' ? 'multipart' : 'form'}Encoder({ ${members.join(', ')} })`;
}

function isXml(content: Content): content is Content & { schema: string } {
  return content.kind === 'xml';
}
