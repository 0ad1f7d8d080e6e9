import { codeOf, ILLEGAL, PLAIN, QNAME } from './chars.ts';
import type { XmlErrorCode } from './error.ts';
import type { Limits } from './limits.ts';

const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** What a document is spelled with: names, white space, character data, references, comments. One pass, no way back. */
export abstract class Scanner {
  readonly xml: string;
  readonly limits: Limits;
  pos = 0;
  /** Number of open elements. */
  depth = 0;
  #nodes = 0;

  constructor(xml: string, limits: Limits) {
    this.xml = xml;
    this.limits = limits;
  }

  abstract fail(code: XmlErrorCode, reason: string, at?: number, expected?: string): never;

  malformed(reason: string, at?: number, expected?: string): never {
    return this.fail('malformed', reason, at, expected);
  }

  countNode(): void {
    if (++this.#nodes > this.limits.nodes) this.limit('nodes');
  }

  limit(what: keyof Limits): never {
    return this.fail('limit', `more than ${this.limits[what]} (limit of ${what})`);
  }

  space(): void {
    while (isSpace(this.xml.charCodeAt(this.pos))) this.pos++;
  }

  name(): string {
    const { xml, pos } = this;
    let p = pos;
    while (!isDelimiter(xml.charCodeAt(p))) p++;
    const name = xml.slice(pos, p);
    if (!QNAME.test(name)) this.malformed(`${name === '' ? 'nothing' : name} where a name belongs`);
    this.pos = p;
    return name;
  }

  /** Character data up to the next tag, or with a quote the value of an attribute up to that. */
  characters(quote = -1): string {
    const { xml } = this;
    let text = '';
    let p = this.pos;
    for (;;) {
      const from = p;
      let c = xml.charCodeAt(p);
      while (c !== quote && (c < 128 ? PLAIN[c] === 1 && (c > 31 || quote < 0) : c < 0xfffe)) c = xml.charCodeAt(++p);
      text += xml.slice(from, p);
      this.pos = p;
      if (text.length > this.limits.text) this.limit('text');
      if (c === quote) {
        this.pos++;
        return text;
      }
      if (c === 38 && this.depth > 0) text += this.#reference();
      else if (c === 93 && (quote >= 0 || !xml.startsWith(']]>', p))) {
        text += ']';
        this.pos++;
      } else if (quote >= 0 && isSpace(c)) {
        // White space in a value is a blank, unless written as a reference (XML 1.0, 3.3.3).
        text += ' ';
        this.pos++;
      } else if (c === 60 && quote < 0) {
        const inside = this.#aside();
        if (inside === undefined) return text;
        text += inside;
      } else if (p >= xml.length && this.depth === 0) return text;
      else this.#illegal(p);
      p = this.pos;
    }
  }

  /** A CDATA section gives its text, a comment or instruction none; `undefined` before a tag. */
  #aside(): string | undefined {
    const { xml, pos } = this;
    const next = xml.charCodeAt(pos + 1);
    if (next !== 33 && next !== 63) return undefined;
    if (xml.startsWith('<![CDATA[', pos) && this.depth > 0) return this.#until(9, ']]>');
    this.countNode();
    if (next === 63) {
      const target = /^[^ \t\n]*/.exec(this.#until(2, '?>'))![0];
      if (!QNAME.test(target) || /^xml$/i.test(target)) this.malformed(`an instruction called ${target}`, pos);
    } else if (!xml.startsWith('<!--', pos)) {
      if (xml.startsWith('<!DOCTYPE', pos)) this.fail('forbidden', 'a DOCTYPE is not allowed');
      this.malformed('<! that starts nothing');
    } else if (/--|-$/.test(this.#until(4, '-->'))) this.malformed('-- in a comment', pos);
    return '';
  }

  /** What stands between an opening of the given length and the closing. */
  #until(opening: number, closing: string): string {
    const start = this.pos + opening;
    const end = this.xml.indexOf(closing, start);
    if (end < 0) this.malformed(`ends before ${closing}`);
    const inside = this.xml.slice(start, end);
    const found = ILLEGAL.exec(inside);
    if (found) this.#illegal(start + found.index);
    this.pos = end + closing.length;
    return inside;
  }

  #illegal(at: number): never {
    const character = this.xml.slice(at, at + 1);
    return this.malformed(
      character === '' ? 'ends too soon' : `the character ${codeOf(character)} is not allowed here`,
      at,
    );
  }

  #reference(): string {
    const { xml, pos } = this;
    const end = xml.indexOf(';', pos);
    const name = end < 0 ? '' : xml.slice(pos + 1, end);
    const known = ENTITIES.get(name) ?? fromNumber(name);
    if (known === undefined) {
      if (name !== '' && QNAME.test(name)) this.fail('forbidden', `the entity &${name}; is not allowed`);
      this.malformed('& without a character that XML allows', pos, '&amp;');
    }
    this.pos = end + 1;
    return known;
  }
}

export function isSpace(c: number): boolean {
  return c === 32 || c === 10 || c === 9;
}

/** What ends a name; the end of the document too. */
function isDelimiter(c: number): boolean {
  return isSpace(c) || c === 62 || c === 47 || c === 61 || c === 60 || Number.isNaN(c);
}

function fromNumber(name: string): string | undefined {
  const [, hexadecimal, decimal = ''] = /^#(?:x([\da-fA-F]+)|(\d+))$/.exec(name) ?? [];
  const code = Number.parseInt(hexadecimal ?? decimal, hexadecimal ? 16 : 10);
  const character = code <= 0x10ffff ? String.fromCodePoint(code) : '\0';
  return ILLEGAL.test(character) ? undefined : character;
}
