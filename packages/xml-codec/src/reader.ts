import { NAME, PLAIN, QNAME, SPACE } from './chars.ts';
import { XmlError, type XmlErrorCode } from './error.ts';
import type { Limits } from './limits.ts';
import { characterReference, prologLength } from './markup.ts';
import { trace } from './trace.ts';

/**
 * Strict pull reader of XML 1.0 without DTD, in one pass over the text of a document.
 *
 * The order of calls for one element: `root()` or `child()` reads the name, `start()` the rest of the start tag,
 * then `attribute()`, and at last either `text()` or `child()` until it returns `''`. `skip()` takes the place of
 * all but the first. End tags are read, and held against their start tags, on the way.
 */
export class Reader {
  readonly xml: string;
  readonly limits: Limits;
  /** Qualified names of the open elements. */
  readonly names: string[] = [];
  depth = 0;
  pos = 0;
  /** Where the value last read begins, for messages. */
  valueAt = 0;
  #nodes = 0;
  /** Qualified name of the start tag begun last. */
  #tag = '';
  /** The start tag read last was `<a/>`, its end is still to be told. */
  #selfClosed = false;
  /** Attributes of the start tag read last: name, value, name, value. */
  #attributes: string[] = [];

  constructor(xml: string, limits: Limits) {
    this.xml = xml;
    this.limits = limits;
  }

  /** Reads up to the name of the root element and returns the local name. */
  root(): string {
    this.pos = prologLength(this);
    this.#onlySpace();
    if (this.pos >= this.xml.length) this.fail('malformed', 'there is no root element', this.pos);
    return this.child('');
  }

  /** Nothing may follow the root element but comments and processing instructions. */
  finish(): void {
    this.#onlySpace();
    if (this.pos < this.xml.length) this.fail('malformed', 'a second root element', this.pos);
  }

  /** Reads the rest of a start tag; an element that says it is nil is refused. */
  start(): void {
    this.startAny();
    if (this.#attributes.length > 0 && this.#saysNil()) this.fail('type', 'must not be nil', this.pos - 1, 'a value');
  }

  /** Reads the rest of a start tag. Returns true, the element then being read to its end, when it is nil. */
  startOrNil(): boolean {
    this.startAny();
    if (this.#attributes.length === 0 || !this.#saysNil()) return false;
    if (!this.#selfClosed && this.text() !== '') this.fail('type', 'is nil and yet has text', this.valueAt, 'nothing');
    if (this.#selfClosed) this.text();
    return true;
  }

  /** Reads the rest of a start tag: attributes and `>` or `/>`. */
  startAny(): void {
    this.#attributes = NONE;
    if (this.depth >= this.limits.depth) this.fail('limit', `more than ${this.limits.depth} elements deep`, this.pos);
    this.names[this.depth++] = this.#tag;
    if (this.xml.charCodeAt(this.pos) === 62) this.pos++;
    else this.#readAttributes();
  }

  /** Value of an attribute. `a` is the one without prefix; `p:a` stands for `a` with any prefix, `xml:a` for itself. */
  attribute(name: string): string | undefined {
    const attributes = this.#attributes;
    const colon = name.indexOf(':');
    let value: string | undefined;
    for (let i = 0; i < attributes.length; i += 2) {
      const found = attributes[i]!;
      const same =
        colon < 0 || name.startsWith('xml:') ? found === name : isPrefixed(found) && found.endsWith(name.slice(colon));
      if (!same) continue;
      if (value !== undefined) this.fail('duplicate', `has the attribute ${name} twice`, this.pos - 1);
      value = attributes[i + 1];
    }
    return value;
  }

  /**
   * Local name of the next child, or `''` after the end tag.
   *
   * @param hint the name that most likely comes: told at once, without a new string
   */
  child(hint: string): string {
    const { xml } = this;
    const p = this.pos;
    if (!this.#selfClosed && hint !== '' && xml.charCodeAt(p) === 60 && xml.startsWith(hint, p + 1)) {
      const end = p + 1 + hint.length;
      const c = xml.charCodeAt(end);
      if (c === 62 || c === 32 || c === 47) {
        this.#countNode();
        this.pos = end;
        this.#tag = hint;
        return hint;
      }
    }
    return this.#anyChild();
  }

  #anyChild(): string {
    if (this.#selfClosed) {
      this.#selfClosed = false;
      this.depth--;
      this.valueAt = this.pos - 1;
      return '';
    }
    this.#onlySpace();
    if (this.xml.charCodeAt(this.pos + 1) === 47) {
      this.#endTag();
      return '';
    }
    this.#countNode();
    this.pos++;
    const tag = this.#name();
    this.#tag = tag;
    return tag.slice(tag.indexOf(':') + 1);
  }

  /** Text of the element whose start tag was read, to its end tag. */
  text(): string {
    if (this.#selfClosed) {
      this.#anyChild();
      return '';
    }
    const { xml } = this;
    const start = this.pos;
    let p = start;
    let c = xml.charCodeAt(p);
    while (c < 128 ? PLAIN[c] === 1 : c < 0xfffe) c = xml.charCodeAt(++p);
    let text: string;
    if (c === 60 && xml.charCodeAt(p + 1) === 47) {
      if (p - start > this.limits.text) this.#tooLong(start);
      this.pos = p;
      text = xml.slice(start, p);
    } else {
      text = this.#characters();
      if (xml.charCodeAt(this.pos + 1) !== 47) this.fail('unexpected', 'has a child element', this.pos, 'text');
    }
    this.#endTag();
    this.valueAt = start;
    return text;
  }

  /** Passes over the element that `child()` named, and everything in it. */
  skip(): void {
    const outer = this.depth;
    this.startAny();
    while (this.depth > outer) {
      if (!this.#selfClosed) this.#characters();
      if (this.#anyChild() !== '') this.startAny();
    }
  }

  /** A second reader at the same place: to look ahead. */
  fork(): Reader {
    const ahead = new Reader(this.xml, this.limits);
    ahead.names.push(...this.names.slice(0, this.depth));
    ahead.depth = this.depth;
    ahead.pos = this.pos;
    ahead.#selfClosed = this.#selfClosed;
    return ahead;
  }

  fail(code: XmlErrorCode, reason: string, at: number, expected?: string): never {
    throw new XmlError(code, reason, { ...trace(this.xml, at), expected });
  }

  #countNode(): void {
    if (++this.#nodes > this.limits.nodes) this.fail('limit', `more than ${this.limits.nodes} nodes`, this.pos);
  }

  #tooLong(at: number): never {
    return this.fail('limit', `text longer than ${this.limits.text} characters`, at);
  }

  /** Reads up to the next tag; only white space, comments and processing instructions may stand before it. */
  #onlySpace(): void {
    const start = this.pos;
    if (!SPACE.test(this.#characters())) {
      this.fail('unexpected', this.depth === 0 ? 'text outside the root element' : 'has text', start, 'elements');
    }
  }

  /** Character data up to the next start or end tag (or, outside the root, the end of the document). */
  #characters(): string {
    const { xml } = this;
    let text = '';
    let from = this.pos;
    let p = from;
    for (;;) {
      const c = xml.charCodeAt(p);
      if (c < 128 ? PLAIN[c] === 1 : c < 0xfffe) {
        p++;
        continue;
      }
      if (c === 93) {
        if (xml.startsWith(']]>', p)) this.fail('malformed', ']]> in text', p);
        p++;
        continue;
      }
      text += xml.slice(from, p);
      this.pos = p;
      if (text.length > this.limits.text) this.#tooLong(p);
      if (c === 38 && this.depth > 0) text += characterReference(this);
      else if (c === 60) {
        const next = xml.charCodeAt(p + 1);
        if (next === 33 && xml.startsWith('<![CDATA[', p) && this.depth > 0)
          text += this.#until(']]>', 9, 'CDATA section');
        else if (next === 33) this.#comment();
        else if (next === 63) this.#instruction();
        else return text;
      } else if (c === 38) this.fail('unexpected', 'text outside the root element', p);
      else if (p < xml.length) this.#illegal(p);
      else if (this.depth > 0) this.fail('malformed', `ends before </${this.names[this.depth - 1]}>`, p);
      else return text;
      from = p = this.pos;
    }
  }

  #illegal(at: number): never {
    const code = this.xml.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0');
    return this.fail('malformed', `the character U+${code} is not allowed in XML`, at);
  }

  /** What stands between an opening of the given length and the closing. */
  #until(closing: string, opening: number, what: string): string {
    const { xml, pos } = this;
    const end = xml.indexOf(closing, pos + opening);
    if (end < 0) this.fail('malformed', `a ${what} that does not end`, pos);
    for (let p = pos; p < end; p++) {
      const c = xml.charCodeAt(p);
      if (c < 32 ? PLAIN[c] === 0 : c >= 0xfffe) this.#illegal(p);
    }
    this.pos = end + closing.length;
    return xml.slice(pos + opening, end);
  }

  #comment(): void {
    const at = this.pos;
    if (!this.xml.startsWith('<!--', at)) {
      if (this.xml.startsWith('<!DOCTYPE', at)) this.fail('forbidden', 'a DOCTYPE is not allowed', at);
      this.fail('malformed', 'a tag that starts with <!', at);
    }
    this.#countNode();
    if (/--|-$/.test(this.#until('-->', 4, 'comment'))) this.fail('malformed', '-- in a comment', at);
  }

  #instruction(): void {
    const at = this.pos;
    this.#countNode();
    const target = /^[^ \t\n]*/.exec(this.#until('?>', 2, 'processing instruction'))![0];
    if (!QNAME.test(target) || /^xml$/i.test(target))
      this.fail('malformed', 'a processing instruction without a fit name', at);
  }

  #name(): string {
    const { xml } = this;
    const start = this.pos;
    let p = start;
    let c = xml.charCodeAt(p);
    while (c < 128 ? NAME[c] === 1 : c <= 0xffff) c = xml.charCodeAt(++p);
    this.pos = p;
    const name = xml.slice(start, p);
    if (!QNAME.test(name)) this.fail('malformed', name === '' ? 'a name is missing' : `${name} is no name`, start);
    return name;
  }

  #endTag(): void {
    const { xml } = this;
    const at = this.pos;
    const name = this.names[--this.depth] ?? '';
    let p = at + 2 + name.length;
    if (name !== '' && xml.startsWith(name, at + 2)) {
      while (isSpace(xml.charCodeAt(p))) p++;
      if (xml.charCodeAt(p) === 62) {
        this.pos = p + 1;
        this.valueAt = at;
        return;
      }
    }
    this.fail(
      'malformed',
      name === '' ? 'an end tag without a start tag' : 'the end tag does not fit',
      at,
      `</${name}>`,
    );
  }

  #readAttributes(): void {
    const { xml } = this;
    const attributes: string[] = [];
    for (;;) {
      const before = this.pos;
      this.#space();
      const c = xml.charCodeAt(this.pos);
      if (c === 62 || (c === 47 && xml.charCodeAt(this.pos + 1) === 62)) {
        this.#selfClosed = c === 47;
        this.pos += c === 47 ? 2 : 1;
        break;
      }
      if (before === this.pos) this.fail('malformed', 'white space is missing before an attribute', before);
      const name = this.#name();
      for (let i = 0; i < attributes.length; i += 2) {
        if (attributes[i] === name) this.fail('malformed', `has the attribute ${name} twice`, before);
      }
      if (attributes.length >= 2 * this.limits.attributes) {
        this.fail('limit', `more than ${this.limits.attributes} attributes`, before);
      }
      this.#space();
      if (xml.charCodeAt(this.pos) !== 61) this.fail('malformed', `the attribute ${name} has no value`, before, '=');
      this.pos++;
      this.#space();
      attributes.push(name, this.#attributeValue());
    }
    this.#attributes = attributes;
  }

  #space(): void {
    while (isSpace(this.xml.charCodeAt(this.pos))) this.pos++;
  }

  /** White space in a value is a blank, unless written as a reference (XML 1.0, 3.3.3). */
  #attributeValue(): string {
    const { xml } = this;
    const quote = xml.charCodeAt(this.pos);
    if (quote !== 34 && quote !== 39) this.fail('malformed', 'an attribute value without quotes', this.pos);
    let value = '';
    let from = ++this.pos;
    let p = from;
    for (;;) {
      const c = xml.charCodeAt(p);
      if (c !== quote && (c < 128 ? c !== 9 && c !== 10 && (PLAIN[c] === 1 || c === 93) : c < 0xfffe)) {
        p++;
        continue;
      }
      value += xml.slice(from, p);
      this.pos = p;
      if (value.length > this.limits.text) this.#tooLong(p);
      if (c === quote) {
        this.pos++;
        return value;
      }
      if (c === 38) value += characterReference(this);
      else if (c === 9 || c === 10) {
        value += ' ';
        this.pos++;
      } else if (c === 60) this.fail('malformed', '< in an attribute value', p);
      else if (p < xml.length) this.#illegal(p);
      else this.fail('malformed', 'an attribute value that does not end', p);
      from = p = this.pos;
    }
  }

  #saysNil(): boolean {
    const value = this.attribute('nil') ?? this.attribute('xsi:nil');
    return value !== undefined && /^\s*(true|1)\s*$/i.test(value);
  }
}

const NONE: string[] = [];

function isSpace(c: number): boolean {
  return c === 32 || c === 10 || c === 9;
}

function isPrefixed(name: string): boolean {
  return !name.startsWith('xmlns:') && !name.startsWith('xml:');
}
