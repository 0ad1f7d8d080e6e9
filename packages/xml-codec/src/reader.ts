import { copied } from './bytes.ts';
import { reasonOf, XmlError, type XmlErrorCode } from './error.ts';
import type { Limits } from './limits.ts';
import { attributeValue, characters, countNode, isSpace, limit, malformed, name, space } from './scanner.ts';
import { trace } from './trace.ts';

/** No two parts that stand side by side can read the same characters: time grows with the length alone. */
const DECLARATION =
  /^<\?xml[ \t\n]+version[ \t\n]*=[ \t\n]*(["'])([^"'<>\n]*)\1(?:[ \t\n]+encoding[ \t\n]*=[ \t\n]*(["'])([^"'<>\n]*)\3)?(?:[ \t\n]+standalone[ \t\n]*=[ \t\n]*(["'])(?:yes|no)\5)?[ \t\n]*\?>/;

/**
 * Strict pull reader of XML 1.0 without DTD, in one pass over the text of a document.
 *
 * The order of calls for one element: `root()` or `child()` reads the name, `start()` the rest of the start tag,
 * then `attribute()`, and at last either `text()` or `child()` until it returns `''`. `skip()` takes the place of
 * all but the first. End tags are read, and held against their start tags, on the way.
 */
export class Reader {
  /** The fields are for the scanner; generated code calls the methods. */
  readonly xml: string;
  readonly limits: Limits;
  pos = 0;
  /** Number of open elements. */
  depth = 0;
  /** Elements, comments and instructions so far. */
  nodes = 0;
  /** Where the value last read begins, or the end tag; for messages. */
  valueAt = 0;
  /** Qualified names of the open elements; only the first `depth` count. */
  readonly names: string[] = [];
  /** Qualified name of the start tag begun last. */
  tag = '';
  /** The start tag read last was `<a/>`, its end is still to be told. */
  selfClosed = false;
  /** Attributes of the start tag read last: qualified names, and values at the same places. */
  keys = NONE;
  values = NONE;

  constructor(xml: string, limits: Limits) {
    this.xml = xml;
    this.limits = limits;
  }

  /**
   * @param expected what would have been right; `undefined` when nothing would
   * @param found what stands there instead; `undefined` when nothing does
   */
  fail(code: XmlErrorCode, expected: string | undefined, found?: string, at = this.pos): never {
    const place = { ...trace(this.xml, at, this.limits), expected: expected && copied(expected) };
    const error = new XmlError(code, copied(reasonOf(expected, found)), place);
    // Until somebody asks for it, the stack holds on to the reader, and with it to the document.
    void error.stack;
    throw error;
  }

  /** Reads up to the name of the root element and returns the local name. */
  root(): string {
    if (/^<\?xml[ \t\n]/.test(this.xml)) {
      const [{ length } = '', , version, , encoding = 'UTF-8'] = DECLARATION.exec(this.xml) ?? [];
      if (version !== '1.0') malformed(this, 'a declaration of XML 1.0', version);
      if (encoding.toUpperCase() !== 'UTF-8') this.fail('encoding', 'UTF-8', encoding);
      this.pos = length;
    }
    return this.child('');
  }

  /** Nothing may follow the root element but comments and processing instructions. */
  finish(): void {
    this.#onlySpace();
    if (this.pos < this.xml.length) malformed(this, undefined, 'a second root element');
  }

  /** Reads the rest of a start tag; an element that says it is nil is refused. */
  start(): void {
    this.startAny();
    if (this.#saysNil()) this.fail('type', 'a value', 'nil', this.pos - 1);
  }

  /** Reads the rest of a start tag. Returns true, the element then being read to its end, when it is nil. */
  startOrNil(): boolean {
    this.startAny();
    const isNil = this.#saysNil();
    if (isNil && this.text() !== '') this.fail('type', 'empty when it is nil', 'text', this.valueAt);
    return isNil;
  }

  /** Reads the rest of a start tag: attributes and `>` or `/>`. */
  startAny(): void {
    this.keys = NONE;
    if (this.depth >= this.limits.depth) limit(this, 'depth');
    this.names[this.depth++] = this.tag;
    if (this.xml.charCodeAt(this.pos) === 62) this.pos++;
    else this.#readAttributes();
  }

  /** Value of an attribute. `a` is the one without prefix; `p:a` stands for `a` with any prefix, `xml:a` for itself. */
  attribute(name: string): string | undefined {
    const colon = name.indexOf(':');
    if (colon < 0 || name.startsWith('xml:')) return this.values[this.keys.indexOf(name)];
    const [found, second] = this.keys.filter((key) => key.endsWith(name.slice(colon)) && !/^xml(ns)?:/.test(key));
    if (second !== undefined) this.fail('duplicate', `one attribute ${name}`, 'two', this.pos - 1);
    return this.values[this.keys.indexOf(found!)];
  }

  /**
   * Local name of the next child, or `''` after the end tag.
   *
   * @param hint the name that most likely comes: told at once, without a new string
   */
  child(hint: string): string {
    const { xml, pos } = this;
    if (hint !== '' && !this.selfClosed && xml.charCodeAt(pos) === 60 && xml.startsWith(hint, pos + 1)) {
      const end = pos + 1 + hint.length;
      const c = xml.charCodeAt(end);
      if (c === 62 || c === 32 || c === 47) {
        countNode(this);
        this.pos = end;
        this.tag = hint;
        return hint;
      }
    }
    if (!this.selfClosed) this.#onlySpace();
    return this.#tagName();
  }

  /** Like `child`, and passes over text. */
  childOrText(): string {
    if (!this.selfClosed) characters(this);
    return this.#tagName();
  }

  #tagName(): string {
    if (this.selfClosed) {
      this.selfClosed = false;
      this.depth--;
      this.valueAt = this.pos - 1;
      return '';
    }
    if (this.xml.charCodeAt(this.pos + 1) === 47) {
      this.#endTag();
      return '';
    }
    countNode(this);
    this.pos++;
    const tag = name(this);
    this.tag = tag;
    return tag.slice(tag.indexOf(':') + 1);
  }

  /** Text of the element whose start tag was read, to its end tag. */
  text(): string {
    if (this.selfClosed) return this.#tagName();
    const { xml, pos } = this;
    const text = characters(this);
    if (xml.charCodeAt(this.pos + 1) !== 47) this.fail('unexpected', 'text', 'a child element');
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

  /** Reads up to the next tag; only white space, comments and processing instructions may stand before it. */
  #onlySpace(): void {
    const { xml, pos } = this;
    if (xml.startsWith('</', pos)) return;
    if (/[^ \t\n]/.test(characters(this))) this.fail('unexpected', 'elements', 'text', pos);
  }

  #endTag(): void {
    const { xml, pos } = this;
    const tag = this.depth > 0 ? this.names[--this.depth]! : '';
    let p = pos + 2 + tag.length;
    const fits = tag !== '' && xml.startsWith(tag, pos + 2);
    while (isSpace(xml.charCodeAt(p))) p++;
    if (!fits || xml.charCodeAt(p) !== 62) malformed(this, `</${tag}>`, 'another end tag', pos);
    this.pos = p + 1;
    this.valueAt = pos;
  }

  #readAttributes(): void {
    const { xml, limits } = this;
    const keys: string[] = [];
    const values: string[] = [];
    for (;;) {
      const before = this.pos;
      space(this);
      this.selfClosed = xml.startsWith('/>', this.pos);
      if (this.selfClosed || xml.charCodeAt(this.pos) === 62) break;
      if (before === this.pos) malformed(this, 'white space');
      if (keys.length >= limits.attributes) limit(this, 'attributes');
      const key = name(this);
      if (keys.includes(key)) malformed(this, `one attribute ${key}`, 'two');
      space(this);
      const equals = xml.charCodeAt(this.pos++);
      space(this);
      const quote = xml.charCodeAt(this.pos++);
      if (equals !== 61 || (quote !== 34 && quote !== 39)) malformed(this, `="…" after ${key}`, undefined, before);
      keys.push(key);
      values.push(copied(attributeValue(this, quote)));
    }
    this.pos += this.selfClosed ? 2 : 1;
    this.keys = keys;
    this.values = values;
  }

  #saysNil(): boolean {
    if (this.keys === NONE) return false;
    return /^\s*(true|1)\s*$/i.test(this.attribute('nil') ?? this.attribute('xsi:nil') ?? '');
  }
}

const NONE: string[] = [];
