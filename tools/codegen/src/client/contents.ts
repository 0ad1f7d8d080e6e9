import { identifierOf } from '../codec/identifiers.ts';
import { codecFile } from '../codec/index.ts';
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
  return [
    ...new Set(xml.map((each) => `import { ${functionOf(direction, each)} } from '${root}${codecFile(each.schema)}';`)),
  ];
}

/** What the contents need from the runtime. */
export function runtimeFunctions(direction: Direction, contents: Content[]): string[] {
  return [...new Set(contents.filter((each) => !isXml(each)).map((each) => functionOf(direction, each)))];
}

function functionOf(direction: Direction, content: Content): string {
  if (isXml(content)) return direction + identifierOf(content.schema);
  if (content.kind === 'json') return `${direction}Json`;
  if (direction === 'encode') return 'encodeRaw';
  return content.kind === 'text' ? 'decodeText' : 'decodeBytes';
}

function isXml(content: Content): content is Content & { schema: string } {
  return content.kind === 'xml';
}
