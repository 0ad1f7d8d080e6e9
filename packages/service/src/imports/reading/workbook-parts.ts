import { SaxesParser } from 'saxes';
import { type CellFormat, toCellFormat } from './cell-format.ts';

export type Attributes = Readonly<Record<string, string>>;

/** Told of the elements of a part, by their names without a prefix. */
export interface PartHandler {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Reads XML that comes in pieces, and yields what the handler has collected after each. @throws Error if it is malformed */
export async function* readPart<Item>(
  pieces: AsyncIterable<Uint8Array>,
  handler: PartHandler,
  collected: Item[] = [],
): AsyncGenerator<Item> {
  const parser = new SaxesParser();
  const local = (name: string) => name.slice(name.indexOf(':') + 1);
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Error('a DOCTYPE is not allowed');
  });
  parser.on('opentag', ({ name, attributes }) => handler.open?.(local(name), attributes));
  parser.on('text', (text) => handler.text?.(text));
  parser.on('cdata', (text) => handler.text?.(text));
  parser.on('closetag', ({ name }) => handler.close?.(local(name)));
  const decoder = new TextDecoder();
  for await (const piece of pieces) {
    parser.write(decoder.decode(piece, { stream: true }));
    yield* collected.splice(0);
  }
  parser.close();
  yield* collected.splice(0);
}

async function finish(pieces: AsyncIterable<Uint8Array>, handler: PartHandler): Promise<void> {
  for await (const _ of readPart(pieces, handler));
}

/** A sheet as a workbook lists it. */
export interface ListedSheet {
  name: string;
  /** Of the relationship to its part. */
  relation: string;
  isHidden: boolean;
}

/** Reads the list of sheets, and whether days are counted from 1904. */
export async function readSheets(pieces: AsyncIterable<Uint8Array>) {
  const sheets: ListedSheet[] = [];
  let is1904 = false;
  await finish(pieces, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 ||= /^(?:1|true)$/.test(attributes.date1904 ?? '');
      const relation = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
      if (name !== 'sheet' || relation === undefined) return;
      sheets.push({ name: attributes.name ?? '', relation, isHidden: (attributes.state ?? 'visible') !== 'visible' });
    },
  });
  return { sheets, is1904 };
}

/** A reference from one part to another. */
export interface Relation {
  id: string;
  /** Last word of the type, such as `worksheet`. */
  type: string;
  target: string;
}

/** Reads relationships; targets are resolved against the folder of their source. */
export async function readRelations(pieces: AsyncIterable<Uint8Array>, folder: string): Promise<Relation[]> {
  const relations: Relation[] = [];
  await finish(pieces, {
    open(name, { Id: id = '', Type: type = '', Target: target = '' }) {
      if (name !== 'Relationship') return;
      const { pathname } = new URL(target, `part:///${folder}/`);
      relations.push({ id, type: type.slice(type.lastIndexOf('/') + 1), target: decodeURI(pathname).slice(1) });
    },
  });
  return relations;
}

/** Reads the texts that cells share; phonetic ones are left out. */
export async function readSharedStrings(pieces: AsyncIterable<Uint8Array>): Promise<string[]> {
  const strings: string[] = [];
  let text = '';
  let isText = false;
  let phonetic = 0;
  await finish(pieces, {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') phonetic++;
      else if (name === 't') isText = phonetic === 0;
    },
    text(piece) {
      if (isText) text += piece;
    },
    close(name) {
      if (name === 'si') strings.push(decodeEscapes(text));
      else if (name === 'rPh') phonetic--;
      else if (name === 't') isText = false;
    },
  });
  return strings;
}

/** Reads the formats of numbers, by the style of a cell. */
export async function readFormats(pieces: AsyncIterable<Uint8Array>): Promise<CellFormat[]> {
  const own = new Map<number, string>();
  const ids: number[] = [];
  let isCells = false;
  await finish(pieces, {
    open(name, attributes) {
      if (name === 'numFmt') own.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
      else if (name === 'cellXfs') isCells = true;
      else if (name === 'xf' && isCells) ids.push(Number(attributes.numFmtId ?? 0));
    },
    close(name) {
      if (name === 'cellXfs') isCells = false;
    },
  });
  const formats = new Map(ids.map((id) => [id, toCellFormat(id, own)]));
  return ids.map((id) => formats.get(id)!);
}

/** Replaces `_x000A_` and the like (ECMA-376 part 1, 22.9.2.19). */
export const decodeEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
