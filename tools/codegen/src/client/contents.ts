import { identifierOf } from '../codec/identifiers.ts';
import { BIGINTS_FILE, codecFile } from '../codec/index.ts';
import { propertyKey } from '../common/names.ts';
import type { Content, Sequence } from '../model/model.ts';
import { bracketed, PURE, quote } from './source.ts';

/** Bodies are encoded, answers are decoded: a bundle holds what its operations use. */
export type Direction = 'encode' | 'decode';

/** Contents of a body as the runtime wants them, `[{ type: 'text/html', decode: decodeText }]`, on a line so indented. */
export function contentList(direction: Direction, contents: Content[], indent = ''): string {
  const members = contents.map(
    (content) =>
      `{ type: ${quote(content.mediaType)}${hasParameters(content) ? ', is: hasParameters' : ''}, ${memberOf(direction, content)}${direction === 'decode' && content.empty ? ', empty: true' : ''} }`,
  );
  return bracketed('[]', members, indent);
}

/** Reports whether parameters tell the media type from others; a charset does not. */
const hasParameters = ({ mediaType }: Content): boolean => /;(?!charset=)/i.test(mediaType);

/** A reader of sequences is two functions. */
function memberOf(direction: Direction, content: Content): string {
  const made = functionOf(direction, content);
  if (content.sequence && direction === 'decode') return `...${made}`;
  return `${direction}: ${made.includes('(') ? PURE : ''}${made}`;
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

/** Returns the functions of the runtime that the contents need. */
export function runtimeFunctions(direction: Direction, contents: Content[]): string[] {
  const calls = contents.filter((each) => !isXml(each)).map((each) => functionOf(direction, each));
  const functions = calls.flatMap((call) => [call.replace(/\(.*/s, ''), ...innerFunctions(call)]);
  return [...new Set([...functions, ...(contents.some(hasParameters) ? ['hasParameters'] : [])])];
}

/** Functions that are handed to readers and writers of sequences. */
const innerFunctions = (call: string): string[] =>
  /^(line|event)/.test(call) ? (call.match(/\b(decodeJson|encodeJson|encodeBigints|bigintDecoder)\b/g) ?? []) : [];

function functionOf(direction: Direction, content: Content): string {
  if (isXml(content)) return direction + identifierOf(content.schema);
  if (content.form) return formEncoder(content.mediaType, content.form);
  if (content.sequence) return sequenceFunction(direction, content, content.sequence);
  return jsonFunction(direction, content);
}

function sequenceFunction(direction: Direction, content: Content, { form, json }: Sequence): string {
  const inner = jsonFunction(direction, { ...content, kind: 'json' });
  if (form !== 'events')
    return `line${direction === 'decode' ? 'Reader' : 'Encoder'}(${inner}${form === 'records' ? ", 'rs'" : ''})`;
  const names = Array.isArray(json) ? JSON.stringify(json) : 'undefined';
  const more = content.bigints ? `, ${names}, true` : Array.isArray(json) ? `, ${names}` : '';
  return `eventReader(${json ? inner + more : ''})`;
}

function jsonFunction(direction: Direction, content: Content): string {
  if (content.bigints)
    return direction === 'encode' ? 'encodeBigints' : `bigintDecoder(bigints, ${quote(content.schema!)})`;
  if (content.kind === 'json') return `${direction}Json`;
  if (direction === 'encode') return 'encodeRaw';
  return content.kind === 'text' ? 'decodeText' : 'decodeBytes';
}

/** The runtime knows by the value what is a list or a file. */
function formEncoder(mediaType: string, form: NonNullable<Content['form']>): string {
  const members = Object.entries(form.fields).flatMap(([name, field]) => {
    const { json, array, separator, object, deep, types = [], headers } = field;
    const [only = ''] = types;
    const type = field.type ?? (types.length === 1 && !only.includes('*') ? only : undefined);
    const facts = {
      ...(json && !array && { json }),
      ...(type && { type }),
      ...(separator && { separator }),
      ...(object && { object }),
      ...(deep && { deep: true }),
      ...(headers && { headers: true }),
    };
    return Object.keys(facts).length > 0 ? `${propertyKey(name)}: ${JSON.stringify(facts)}` : [];
  });
  return `${mediaType === 'multipart/form-data' ? 'multipart' : 'form'}Encoder({ ${members.join(', ')} })`;
}

function isXml(content: Content): content is Content & { schema: string } {
  return content.kind === 'xml';
}
