import { type Dress, type ReadText, readPieces } from './read-rich-text.ts';
import { escapeText, linkAddress, maskTags, printAttribute, trimSpaces } from './tags.ts';

/**
 * A text as people write it: an empty line parts paragraphs, `**bold**`, `_italic_`, `[words](address)`, and lines that begin
 * with `- ` or `1. ` are lists. A backslash takes the meaning from the character behind it.
 */
interface RichText {
  notation: string;
  dress: Dress;
}

/** Returns the text of HTML as people write it, or `undefined` if it cannot be written so. */
export function readRichText(html: string): RichText | undefined {
  const read = readPieces(html);
  if (read === undefined) return undefined;
  const { dress } = read;
  const notation = write(read);
  const printed = printRichText(notation, dress);
  // What would come back as something else stays code.
  if ('fault' in printed) return undefined;
  const again = readPieces(printed.html);
  return again !== undefined && sameText(read, again) ? { notation, dress } : undefined;
}

/** Returns the text of HTML that has one paragraph without an element of its own. */
export function readLine(html: string): RichText | undefined {
  const text = readRichText(html);
  return text && !text.dress.hasParagraphs && !/\n\n|^(?:- |\d{1,3}\. )/.test(text.notation) ? text : undefined;
}

const sameText = (one: ReadText, other: ReadText): boolean =>
  one.unmask(JSON.stringify(one.pieces)) === other.unmask(JSON.stringify(other.pieces));

function write({ pieces, unmask }: ReadText): string {
  let notation = '';
  for (const [index, { kind, runs }] of pieces.entries()) {
    const isItem = kind === 'ul' || kind === 'ol';
    const before = pieces[index - 1]?.kind;
    if (before !== undefined) notation += isItem && before === kind ? '\n' : '\n\n';
    const inline = writeRuns(runs);
    const marker = kind === 'ul' ? '- ' : '1. ';
    notation += isItem ? marker + inline.replaceAll('\n', '\n  ') : inline.replaceAll(/^(- |\d{1,3}\. )/gm, '\\$1');
  }
  return unmask(notation);
}

type Runs = ReadText['pieces'][number]['runs'];

function writeRuns(runs: Runs): string {
  let [written, index] = ['', 0];
  while (index < runs.length) {
    const { link } = runs[index]!;
    let end = index + 1;
    while (runs[end]?.link === link && end < runs.length) end++;
    const group = runs.slice(index, end);
    const text = writeStyles(group);
    written += link === undefined ? text : around(text, '[', `](${link.replaceAll(/[\\()[\]]/g, '\\$&')})`);
    index = end;
  }
  return written;
}

function writeStyles(runs: Runs): string {
  let written = '';
  for (const { text, isBold, isItalic } of runs) {
    const escaped = text.replaceAll(/[\\*_[\]]/g, '\\$&');
    const leaned = isItalic ? around(escaped, '_', '_') : escaped;
    written += isBold ? around(leaned, '**', '**') : leaned;
  }
  return written;
}

/** Puts marks around a text, and the spaces at its ends outside of them. */
function around(text: string, open: string, close: string): string {
  const inner = trimSpaces(text);
  const start = text.indexOf(inner);
  return inner === '' ? text : text.slice(0, start) + open + inner + close + text.slice(start + inner.length);
}

type Printed = { html: string } | { fault: 'link' | 'characters'; value: string };

/** Makes HTML of a text that people have written. Markup in it becomes text; only marks of the notation become elements. */
export function printRichText(notation: string, dress: Dress): Printed {
  const masked = maskTags(notation.replaceAll('\r\n', '\n'));
  if (masked === undefined) return { fault: 'characters', value: notation };
  const lines = { dress, unmask: masked.unmask, links: true };
  const printed: string[] = [];
  let before = '';
  for (const piece of parse(masked.text)) {
    const inline = printInline(piece.text, lines);
    if ('fault' in inline) return inline;
    const of = (name: string) => `<${name}${dress.attributes[name] ?? ''}>`;
    if (piece.kind !== before && (before === 'ul' || before === 'ol')) printed.push(`</${before}>`);
    if (piece.kind === 'p') {
      const isBeside = before === 'p' && !dress.hasParagraphs;
      printed.push(
        dress.hasParagraphs ? `${of('p')}${inline.html}</p>` : `${isBeside ? '<br><br>' : ''}${inline.html}`,
      );
    } else printed.push(`${piece.kind === before ? '' : of(piece.kind)}${of('li')}${inline.html}</li>`);
    before = piece.kind;
  }
  if (before === 'ul' || before === 'ol') printed.push(`</${before}>`);
  return { html: masked.unmask(printed.join('')) };
}

/** Makes HTML of a text without paragraphs and lists; a button has no links in it. */
export function printLine(notation: string, dress: Dress, { links }: { links: boolean }): Printed {
  const masked = maskTags(trimSpaces(notation.replaceAll('\r\n', '\n')));
  if (masked === undefined) return { fault: 'characters', value: notation };
  const lines = { dress, unmask: masked.unmask, links };
  const printed = printInline(masked.text.replaceAll(/\n+/g, '\n'), lines);
  return 'fault' in printed ? printed : { html: masked.unmask(printed.html) };
}

interface Written {
  kind: 'p' | 'ul' | 'ol';
  text: string;
}

/** Parts a text into paragraphs and items of lists. */
function parse(text: string): Written[] {
  const pieces: Written[] = [];
  let current: Written | undefined;
  for (const line of text.split('\n')) {
    const item = /^(?:(-)|\d{1,3}\.) /.exec(line);
    if (trimSpaces(line) === '') current = undefined;
    else if (item) {
      current = { kind: item[1] === undefined ? 'ol' : 'ul', text: trimSpaces(line.slice(item[0].length)) };
      pieces.push(current);
    } else if (current !== undefined && (current.kind === 'p' || /^[ \t]/.test(line)))
      current.text += `\n${trimSpaces(line)}`;
    else {
      current = { kind: 'p', text: trimSpaces(line) };
      pieces.push(current);
    }
  }
  return pieces;
}

interface Lines {
  dress: Dress;
  links: boolean;
  unmask(text: string): string;
}

const special = /[\\*_[\]\n]/g;
const isWord = (character: string) => /[\p{L}\p{N}]/u.test(character);
const isGap = (character: string) => character === '' || /\s/.test(character);

function printInline(text: string, { dress, links, unmask }: Lines): Printed {
  const made: string[] = [];
  /** Marks that are not closed yet, with the place of their text. There is at most one of each. */
  const open: { mark: string; at: number }[] = [];
  const indexOf = (mark: string) => open.findIndex((one) => one.mark === mark);
  const place = (mark: string) => {
    open.push({ mark, at: made.length });
    made.push(mark);
  };
  const close = (index: number, start: string, end: string) => {
    made[open[index]!.at] = start;
    open.length = index;
    made.push(end);
  };
  /** Opens or closes a style; a link is not left by its end. */
  const style = (mark: string, name: string, mayOpen: boolean, mayClose: boolean) => {
    const index = indexOf(mark);
    if (index > indexOf('[') && mayClose) close(index, `<${name}>`, `</${name}>`);
    else if (index === -1 && mayOpen) place(mark);
    else made.push(mark);
  };
  let index = 0;
  while (index < text.length) {
    special.lastIndex = index;
    const next = special.exec(text)?.index ?? text.length;
    if (next > index) made.push(escapeText(text.slice(index, next)));
    index = next + 1;
    const character = text.charAt(next);
    const [left, right] = [text.charAt(next - 1), text.charAt(index)];
    if (character === '\n') made.push('<br>');
    else if (character === '\\' && /[\\*_[\]()\-.#\d]/.test(right)) {
      made.push(right);
      index++;
    } else if (character === '*' && right === '*') {
      index++;
      style('**', dress.bold, !isGap(text.charAt(index)), !isGap(left));
    } else if (character === '_')
      style('_', dress.italic, !isGap(right) && !isWord(left), !isGap(left) && !isWord(right));
    else if (character === '[' && links && indexOf('[') === -1) place('[');
    else if (character === ']' && right === '(' && indexOf('[') !== -1) {
      const end = endOfAddress(text, index + 1);
      if (end === -1) {
        made.push(']');
        continue;
      }
      const typed = unmask(text.slice(index + 1, end).replaceAll(/\\([\\()[\]])/g, '$1'));
      const address = linkAddress(typed);
      if (address === undefined) return { fault: 'link', value: typed };
      close(indexOf('['), `<a ${printAttribute('href', address)}${dress.attributes.a ?? ''}>`, '</a>');
      index = end + 1;
    } else made.push(escapeText(character));
  }
  return { html: made.join('') };
}

/** Index of the bracket behind an address; it stands at once, without spaces, or there is no link. */
function endOfAddress(text: string, start: number): number {
  let depth = 0;
  for (let index = start; index < text.length; index++) {
    const character = text.charAt(index);
    if (character === '\\') index++;
    else if (/[\s[\]]/.test(character)) return -1;
    else if (character === '(') depth++;
    else if (character === ')' && depth-- === 0) return index;
  }
  return -1;
}
