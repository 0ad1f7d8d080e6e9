import { copied } from './bytes.ts';
import { PLAIN } from './chars.ts';
import { XmlError, type XmlErrorCode } from './error.ts';
import { isSpace, Scanner } from './scanner.ts';
import { trace } from './trace.ts';

const DECLARATION =
  /^<\?xml[ \t\n]+version[ \t\n]*=[ \t\n]*(["'])(.*?)\1(?:[ \t\n]+encoding[ \t\n]*=[ \t\n]*(["'])(.*?)\3)?(?:[ \t\n]+standalone[ \t\n]*=[ \t\n]*(["'])(?:yes|no)\5)?[ \t\n]*\?>/;

/**
 * Strict pull reader of XML 1.0 without DTD, in one pass over the text of a document.
 *
 * The order of calls for one element: `root()` or `child()` reads the name, `start()` the rest of the start tag,
 * then `attribute()`, and at last either `text()` or `child()` until it returns `''`. `skip()` takes the place of
 * all but the first. End tags are read, and held against their start tags, on the way.
 */
export class Reader extends Scanner {
  /** Where the value last read begins, or the end tag; for messages. */
  valueAt = 0;
  /** Qualified names of the open elements; only the first `depth` count. */
  readonly #names: string[] = [];
  /** Qualified name of the start tag begun last. */
  #tag = '';
  /** The start tag read last was `<a/>`, its end is still to be told. */
  #selfClosed = false;
  /** Attributes of the start tag read last: name, value, name, value. */
  #attributes: string[] = [];

  override fail(code: XmlErrorCode, reason: string, at = this.pos, expected?: string): never {
    const place = { ...trace(this.xml, at), expected: expected && copied(expected) };
    const error = new XmlError(code, copied(reason), place);
    // Until somebody asks for it, the stack holds on to the reader, and with it to the document.
    void error.stack;
    throw error;
  }

  /** Reads up to the name of the root element and returns the local name. */
  root(): string {
    if (/^<\?xml[ \t\n]/.test(this.xml)) {
      const [{ length } = '', , version, , encoding = 'UTF-8'] = DECLARATION.exec(this.xml) ?? [];
      if (version !== '1.0') this.malformed('a declaration that is not of XML 1.0');
      if (encoding.toUpperCase() !== 'UTF-8') this.fail('encoding', `the encoding ${encoding} is not read`, 0, 'UTF-8');
      this.pos = length;
    }
    return this.child('');
  }

  /** Nothing may follow the root element but comments and processing instructions. */
  finish(): void {
    this.#onlySpace();
    if (this.pos < this.xml.length) this.malformed('a second root element');
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
    if (this.text() !== '') this.fail('type', 'is nil and yet has text', this.valueAt, 'nothing');
    return true;
  }

  /** Reads the rest of a start tag: attributes and `>` or `/>`. */
  startAny(): void {
    this.#attributes = NONE;
    if (this.depth >= this.limits.depth) this.limit('depth');
    this.#names[this.depth++] = this.#tag;
    if (this.xml.charCodeAt(this.pos) === 62) this.pos++;
    else this.#readAttributes();
  }

  /** Value of an attribute. `a` is the one without prefix; `p:a` stands for `a` with any prefix, `xml:a` for itself. */
  attribute(name: string): string | undefined {
    const attributes = this.#attributes;
    const colon = name.indexOf(':');
    const isExact = colon < 0 || name.startsWith('xml:');
    let value: string | undefined;
    for (let i = 0; i < attributes.length; i += 2) {
      const found = attributes[i]!;
      if (isExact ? found !== name : !found.endsWith(name.slice(colon)) || /^xml(ns)?:/.test(found)) continue;
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
    const { xml, pos } = this;
    if (hint !== '' && !this.#selfClosed && xml.charCodeAt(pos) === 60 && xml.startsWith(hint, pos + 1)) {
      const end = pos + 1 + hint.length;
      const c = xml.charCodeAt(end);
      if (c === 62 || c === 32 || c === 47) {
        this.countNode();
        this.pos = end;
        this.#tag = hint;
        return hint;
      }
    }
    if (!this.#selfClosed) this.#onlySpace();
    return this.#tagName();
  }

  /** Like `child`, and passes over text. */
  childOrText(): string {
    if (!this.#selfClosed) this.characters();
    return this.#tagName();
  }

  #tagName(): string {
    if (this.#selfClosed) {
      this.#selfClosed = false;
      this.depth--;
      this.valueAt = this.pos - 1;
      return '';
    }
    if (this.xml.charCodeAt(this.pos + 1) === 47) {
      this.#endTag();
      return '';
    }
    this.countNode();
    this.pos++;
    const tag = this.name();
    this.#tag = tag;
    return tag.slice(tag.indexOf(':') + 1);
  }

  /** Text of the element whose start tag was read, to its end tag. */
  text(): string {
    if (this.#selfClosed) return this.#tagName();
    const { xml, pos } = this;
    let p = pos;
    let c = xml.charCodeAt(p);
    while (c < 128 ? PLAIN[c] === 1 : c < 0xfffe) c = xml.charCodeAt(++p);
    let text: string;
    if (c === 60 && xml.charCodeAt(p + 1) === 47 && p - pos <= this.limits.text) {
      this.pos = p;
      text = xml.slice(pos, p);
    } else {
      text = this.characters();
      if (xml.charCodeAt(this.pos + 1) !== 47) this.fail('unexpected', 'has a child element', this.pos, 'text');
    }
    this.#endTag();
    this.valueAt = pos;
    return copied(text);
  }

  /** Passes over the element that `child()` named, and everything in it. */
  skip(): void {
    const outer = this.depth;
    this.startAny();
    while (this.depth > outer) if (this.childOrText() !== '') this.startAny();
  }

  /** A second reader at the same place: to look ahead. */
  fork(): Reader {
    const ahead = new Reader(this.xml, this.limits);
    ahead.#names.push(...this.#names);
    ahead.depth = this.depth;
    ahead.pos = this.pos;
    ahead.#selfClosed = this.#selfClosed;
    return ahead;
  }

  /** Reads up to the next tag; only white space, comments and processing instructions may stand before it. */
  #onlySpace(): void {
    const { pos, depth } = this;
    if (/[^ \t\n]/.test(this.characters())) {
      this.fail('unexpected', depth === 0 ? 'text outside the root element' : 'has text', pos, 'elements');
    }
  }

  #endTag(): void {
    const { xml, pos } = this;
    const name = this.depth > 0 ? this.#names[--this.depth]! : '';
    let p = pos + 2 + name.length;
    if (name === '' || !xml.startsWith(name, pos + 2))
      this.malformed('an end tag that does not fit', pos, `</${name}>`);
    while (isSpace(xml.charCodeAt(p))) p++;
    if (xml.charCodeAt(p) !== 62) this.malformed('an end tag that does not fit', pos, `</${name}>`);
    this.pos = p + 1;
    this.valueAt = pos;
  }

  #readAttributes(): void {
    const { xml, limits } = this;
    const attributes: string[] = [];
    for (;;) {
      const before = this.pos;
      this.space();
      this.#selfClosed = xml.startsWith('/>', this.pos);
      if (this.#selfClosed || xml.charCodeAt(this.pos) === 62) break;
      if (before === this.pos) this.malformed('white space is missing');
      if (attributes.length >= 2 * limits.attributes) this.limit('attributes');
      const name = this.name();
      for (let i = 0; i < attributes.length; i += 2) {
        if (attributes[i] === name) this.malformed(`has the attribute ${name} twice`);
      }
      this.space();
      if (xml.charCodeAt(this.pos++) !== 61) this.malformed(`the attribute ${name} has no value`, before, '=');
      this.space();
      const quote = xml.charCodeAt(this.pos++);
      if (quote !== 34 && quote !== 39) this.malformed(`the value of ${name} has no quotes`, before);
      attributes.push(name, copied(this.characters(quote)));
    }
    this.pos += this.#selfClosed ? 2 : 1;
    this.#attributes = attributes;
  }

  #saysNil(): boolean {
    const value = this.attribute('nil') ?? this.attribute('xsi:nil');
    return value !== undefined && /^\s*(true|1)\s*$/i.test(value);
  }
}

const NONE: string[] = [];
