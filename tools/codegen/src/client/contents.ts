import { codecFile, codecName } from '../codec/index.ts';
import type { Content } from '../model/model.ts';
import { bracketed, quote } from './source.ts';

/** Contents of a body as the runtime wants them, `[{ type: 'text/html', codec: text }]`; `indent` is that of the line. */
export function contentList(contents: Content[], indent = ''): string {
  const members = contents.map((content) => `{ type: ${quote(content.mediaType)}, codec: ${codecOf(content)} }`);
  return bracketed('[]', members, indent);
}

/** Codecs that the contents need: of XML by file, of the runtime by name. */
export function codecImports(contents: Content[], root: string): string[] {
  const xml = contents
    .filter(isXml)
    .map(({ schema }) => `import { ${codecName(schema)} } from '${root}${codecFile(schema)}';`);
  return [...new Set(xml)];
}

/** Codecs of the runtime that the contents need. */
export function runtimeCodecs(contents: Content[]): string[] {
  return contents.filter((content) => !isXml(content)).map(codecOf);
}

function codecOf(content: Content): string {
  return isXml(content) ? codecName(content.schema) : content.kind;
}

function isXml(content: Content): content is Content & { schema: string } {
  return content.kind === 'xml';
}
