import { Tokenizer } from 'htmlparser2';
import { ignoreAll } from './elements.ts';
import { hasOpenTag, isMark, maskTags, trimSpaces } from './tags.ts';

/** How a text was written in HTML, so that it is written in the same way again. */
export interface Dress {
  /** Whether paragraphs are in `<p>`; otherwise empty lines part them. */
  hasParagraphs: boolean;
  /** Attributes of `p`, `ul`, `ol`, `li` and `a` without its address, each with a space before it. */
  attributes: Readonly<Record<string, string>>;
  bold: 'b' | 'strong';
  italic: 'i' | 'em';
}

export const plainDress: Dress = { hasParagraphs: false, attributes: {}, bold: 'b', italic: 'i' };

interface Style {
  isBold: boolean;
  isItalic: boolean;
  link: string | undefined;
}

/** Characters in the same style. Line breaks are `\n`. */
interface Run extends Style {
  text: string;
}

interface Piece {
  kind: 'bare' | 'p' | 'ul' | 'ol';
  runs: Run[];
}

export interface ReadText {
  pieces: Piece[];
  dress: Dress;
  /** Puts the tags in again. */
  unmask(text: string): string;
}

const bold = new Set(['b', 'strong']);
const italic = new Set(['i', 'em']);
/** Styles in each other; nobody writes more, and each text has to look at all of them. */
const mostStyles = 10;
const dressed = new Set(['p', 'ul', 'ol', 'li', 'a']);

/**
 * Reads the HTML of a text. Returns `undefined` if it has anything but paragraphs, line breaks, bold, italic, links and lists
 * that are dressed alike.
 */
export function readPieces(html: string): ReadText | undefined {
  const masked = maskTags(html);
  if (masked === undefined || hasOpenTag(masked.text)) return undefined;
  const source = masked.text;
  const pieces: { kind: Piece['kind']; writer: RunWriter }[] = [];
  const attributes: Record<string, string> = {};
  const styles: { name: string; link?: string }[] = [];
  const names = { bold: undefined as Dress['bold'] | undefined, italic: undefined as Dress['italic'] | undefined };
  let [isForeign, readTo] = [false, 0];
  let list: 'ul' | 'ol' | undefined;
  let current: (typeof pieces)[number] | undefined;
  let tag = { name: '', rest: '', link: undefined as string | undefined };
  let attribute = { name: '', value: '', start: 0 };
  const refuse = () => {
    isForeign = true;
  };

  const begin = (kind: Piece['kind']) => {
    current = { kind, writer: new RunWriter() };
    pieces.push(current);
  };
  const write = (text: string) => {
    if (current === undefined) {
      if (text === ' ') return;
      if (list !== undefined) return refuse();
      begin('bare');
    }
    const style = {
      isBold: styles.some(({ name }) => bold.has(name)),
      isItalic: styles.some(({ name }) => italic.has(name)),
      link: styles.find(({ name }) => name === 'a')?.link,
    };
    if (text === '\n') current!.writer.break();
    else current!.writer.write(text, style);
  };
  const openTag = (isEmpty: boolean) => {
    const { name, rest, link } = tag;
    if (name === 'br') return rest === '' ? write('\n') : refuse();
    if (isEmpty || (rest !== '' && !dressed.has(name))) return refuse();
    if (dressed.has(name)) {
      attributes[name] ??= rest;
      if (attributes[name] !== rest) return refuse();
    }
    if (name === 'p' || name === 'ul' || name === 'ol' || name === 'li') {
      if (current?.kind === 'bare' && list === undefined) current = undefined;
      if (styles.length > 0 || current !== undefined) return refuse();
      if (name === 'li') return list === undefined ? refuse() : begin(list);
      if (list !== undefined) return refuse();
      if (name === 'p') begin('p');
      else list = name;
      return;
    }
    if (name === 'a' && (link === undefined || styles.some((style) => style.name === 'a'))) return refuse();
    if (bold.has(name)) names.bold ??= name as Dress['bold'];
    else if (italic.has(name)) names.italic ??= name as Dress['italic'];
    else if (name !== 'a') return refuse();
    if (styles.length === mostStyles) return refuse();
    styles.push({ name, ...(link !== undefined && { link }) });
  };
  const closeTag = (name: string) => {
    if (name === styles.at(-1)?.name) {
      styles.pop();
    } else if (name === 'p' && current?.kind === 'p' && styles.length === 0) current = undefined;
    else if (name === 'li' && list !== undefined && current?.kind === list && styles.length === 0) current = undefined;
    else if (list !== undefined && name === list && current === undefined) list = undefined;
    else refuse();
  };

  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      ...ignoreAll,
      oncdata: refuse,
      oncomment: refuse,
      ondeclaration: refuse,
      onprocessinginstruction: refuse,
      onopentagname: (start, end) => {
        tag = { name: source.slice(start, end).toLowerCase(), rest: '', link: undefined };
      },
      onattribname: (start, end) => {
        attribute = { name: source.slice(start, end).toLowerCase(), value: '', start };
      },
      onattribdata: (start, end) => {
        attribute.value += source.slice(start, end);
      },
      onattribentity: (code) => {
        attribute.value += String.fromCodePoint(code);
      },
      onattribend: (quote, end) => {
        if (attribute.name === 'href' && tag.name === 'a') tag.link = attribute.value;
        else if (quote === 0) refuse();
        else tag.rest += ` ${source.slice(attribute.start, end)}`;
      },
      onopentagend: (end) => {
        readTo = end + 1;
        openTag(false);
      },
      onselfclosingtag: (end) => {
        readTo = end + 1;
        openTag(true);
      },
      onclosetag: (start, end) => {
        readTo = source.indexOf('>', end) + 1;
        closeTag(source.slice(start, end).toLowerCase());
      },
      ontext: (start, end) => {
        readTo = end;
        write(source.slice(start, end).replaceAll(/[ \t\r\n\f]+/g, ' '));
      },
      ontextentity: (code, end) => {
        readTo = end;
        const character = String.fromCodePoint(code);
        if (isMark(character)) refuse();
        else write(/[ \t\r\n\f]/.test(character) ? ' ' : character);
      },
    },
  );
  tokenizer.write(source);
  tokenizer.end();
  if (isForeign || readTo < source.length || styles.length > 0 || list !== undefined) return undefined;
  const kinds = new Set(pieces.map(({ kind }) => kind));
  if (current?.kind === 'p' || (kinds.has('p') && kinds.has('bare'))) return undefined;
  const dress = {
    hasParagraphs: kinds.has('p'),
    attributes: Object.fromEntries(Object.entries(attributes).map(([name, rest]) => [name, masked.unmask(rest)])),
    bold: names.bold ?? 'b',
    italic: names.italic ?? 'i',
  };
  return { pieces: pieces.map(({ kind, writer }) => ({ kind, runs: writer.runs })), dress, unmask: masked.unmask };
}

/** Writes the runs of a piece. Spaces that a browser would not show, and line breaks at the ends, are left out. */
class RunWriter {
  readonly runs: Run[] = [];
  /** What stands between the words before and the next ones: a space, or line breaks. */
  #hasSpace = false;
  #breaks = 0;

  write(text: string, style: Style): void {
    const words = trimSpaces(text);
    if (text.startsWith(' ')) this.#hasSpace = true;
    if (words === '') return;
    const last = this.runs.at(-1);
    const gap = this.#breaks > 0 ? '\n'.repeat(this.#breaks) : this.#hasSpace ? ' ' : '';
    if (last && isSame(last, style)) last.text += gap + words;
    else {
      // Between two styles it has none, whatever it was written in.
      if (last && gap !== '') this.#append({ text: gap, ...noStyle });
      this.#append({ text: words, ...style });
    }
    this.#hasSpace = text.endsWith(' ');
    this.#breaks = 0;
  }

  break(): void {
    this.#breaks++;
  }

  #append({ text, ...style }: Run): void {
    const last = this.runs.at(-1);
    if (last && isSame(last, style)) last.text += text;
    else this.runs.push({ text, ...style });
  }
}

const noStyle: Style = { isBold: false, isItalic: false, link: undefined };

const isSame = (one: Style, other: Style): boolean =>
  one.isBold === other.isBold && one.isItalic === other.isItalic && one.link === other.link;
