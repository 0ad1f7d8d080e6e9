import { parseLines, separatedLine } from '@mailwright/server-runtime/web';
import type { Say } from '../../words.ts';
import { sayFault } from './fault-words.ts';
import type { Import } from './list.ts';

const signs = { comma: ',', semicolon: ';', tab: '\t', bar: '|' } as const;

/**
 * Writes the rows that were not stored, or not with all values, in the format of their file, with the reason in front. Rows of a
 * workbook have the separator that Excel expects in the language of the person.
 * @param text what the API answers
 */
export function errorFile(
  say: Say,
  { separator, encoding = 'utf-8', columns }: Pick<Import, 'separator' | 'encoding' | 'columns'>,
  text: string,
): Uint8Array<ArrayBuffer> {
  const sign = separator ? signs[separator] : say.language === 'en' ? ',' : ';';
  const columnOf = new Map(columns.map(({ name, field }) => [field, name]));
  const [, ...rows] = parseLines(text);
  const lines = rows.map(([line = '', fields = '', faults = '', ...cells]) => {
    const names = fields.split(' | ').map((field) => columnOf.get(field) ?? field);
    const reasons = faults.split(' | ').map((fault, index) => [names[index], sayFault(say, fault)]);
    const said = reasons.map((reason) => reason.filter(Boolean).join(': ')).join(' ');
    return [say('Line {line}: {reason}', { line, reason: said }), ...cells];
  });
  const table = [[say('Reason'), ...columns.map(({ name }) => name)], ...lines];
  return encode(table.map((line) => separatedLine(line, sign)).join(''), encoding);
}

/** Encodes a text; programs that open it as a table find the encoding by the mark in front. */
function encode(text: string, encoding: NonNullable<Import['encoding']>): Uint8Array<ArrayBuffer> {
  if (encoding === 'windows-1252') return encodeWindows(text);
  if (encoding === 'utf-8') return new TextEncoder().encode(`\uFEFF${text}`);
  const view = new DataView(new ArrayBuffer(2 * text.length + 2));
  for (const [index, unit] of [...`\uFEFF${text}`.split('')].entries())
    view.setUint16(2 * index, unit.charCodeAt(0), encoding === 'utf-16le');
  return new Uint8Array(view.buffer);
}

/** Signs that the encoding does not have become question marks. */
function encodeWindows(text: string): Uint8Array<ArrayBuffer> {
  const decoded = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  const bytes = new Map(Array.from(decoded, (sign, byte) => [sign, byte]));
  return Uint8Array.from(text, (sign) => bytes.get(sign) ?? 0x3f);
}
