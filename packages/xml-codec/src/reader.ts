import { copied } from './bytes.ts';
import { reasonOf, XmlError, type XmlErrorCode } from './error.ts';
import type { DecodeLimits } from './limits.ts';
import { declare, isForeign, isIn, uriOf, XSI } from './namespaces.ts';
import type { Binding, ReaderState } from './reader-state.ts';
import { attributeValue, characters, countNode, isSpace, limit, malformed, name, onlySpace, space } from './scanner.ts';
import { drain, tracing } from './trace.ts';
import { tellUnknown } from './unknown.ts';

/** In place of a name that the reader of the parent does not know: no name has a colon alone. */
const FOREIGN = ':';

/** No two parts that stand side by side can read the same characters: time grows with the length alone. */
const DECLARATION =
  /^<\?xml[ \t\n]+version[ \t\n]*=[ \t\n]*(["'])([^"'<>\n]*)\1(?:[ \t\n]+encoding[ \t\n]*=[ \t\n]*(["'])([^"'<>\n]*)\3)?(?:[ \t\n]+standalone[ \t\n]*=[ \t\n]*(["'])(?:yes|no)\5)?[ \t\n]*\?>/;

/**
 * Strict pull reader of XML 1.0 without DTD, in one pass over the text of a document.
 *
 * The order of calls for one element: `root()`, `child()` or `anyChild()` reads the start tag, `start()` looks whether it
 * is nil, then `attribute()`, and at last either `text()` or `child()` until it returns `''`. `skip()` takes the place of
 * all but the first. End tags are read, and held against their start tags, on the way.
 */
export class Reader implements ReaderState {
  /** The fields are for the scanner; generated code calls the methods. */
  readonly xml: string;
  readonly limits: DecodeLimits;
  pos = 0;
  /** Number of open elements. */
  depth = 0;
  /** Elements, comments and instructions so far. */
  nodes = 0;
  /** Offset of the last value or end tag, for messages. */
  valueAt = 0;
  /** Behind the name of the start tag read last; for messages. */
  nameAt = 0;
  /** Qualified names of the open elements; only the first `depth` count. */
  readonly names: string[] = [];
  /** Qualified name of the start tag read last. */
  tag = '';
  /** The start tag read last was `<a/>`, its end is still to be told. */
  selfClosed = false;
  /** Attributes of the start tag read last: qualified names, and values at the same places. */
  keys = NONE;
  values = NONE;
  /** The namespace declarations in force, the innermost first. */
  bindings: Binding | undefined;
  /** The start tag read last has no prefix and declares no namespace for names without one. */
  isPlain = true;

  constructor(xml: string, limits: DecodeLimits) {
    this.xml = xml;
    this.limits = limits;
  }

  /**
   * @param expected what would have been right; `undefined` when nothing would
   * @param found what stands there instead; `undefined` when nothing does
   */
  fail(code: XmlErrorCode, expected: string | undefined, found?: string, at = this.pos): never {
    const place = { ...drain(tracing(Reader, this.xml, at, this.limits)), expected: expected && copied(expected) };
    const error = new XmlError(code, copied(reasonOf(expected, found)), place);
    // Until somebody asks for it, the stack holds on to the reader, and with it to the document.
    void error.stack;
    throw error;
  }

  /** Reads the start tag of the root element and returns the local name. */
  root(): string {
    if (/^<\?xml[ \t\n]/.test(this.xml)) {
      const [{ length } = '', , version, , encoding = 'UTF-8'] = DECLARATION.exec(this.xml) ?? [];
      if (version !== '1.0') malformed(this, 'a declaration of XML 1.0', version);
      if (encoding.toUpperCase() !== 'UTF-8' && !this.limits.encoding) this.fail('encoding', 'UTF-8', encoding);
      this.pos = length;
    }
    return this.anyChild('');
  }

  /** Nothing may follow the root element but comments and processing instructions. */
  finish(): void {
    onlySpace(this);
    if (this.pos < this.xml.length) malformed(this, undefined, 'a second root element');
  }

  /** Reports whether a list returns the items that were read so far, and continues later. */
  pauses(): boolean {
    return false;
  }

  /** Refuses an element that says it is nil. */
  start(): void {
    if (this.#saysNil()) this.fail('type', 'a value', 'nil', this.pos - 1);
  }

  /** Returns true, the element then being read to its end, when it is nil. */
  startOrNil(): boolean {
    const isNil = this.#saysNil();
    if (isNil && this.text() !== '') this.fail('type', 'empty when it is nil', 'text', this.valueAt);
    return isNil;
  }

  /**
   * Value of an attribute.
   *
   * @param name local name of one in a namespace; else the name as it is written, `xml:lang` for example
   * @param uri its namespace; a prefix that is not declared counts as one of it
   */
  attribute(name: string, uri?: string): string | undefined {
    const { keys, values } = this;
    if (uri === undefined || keys === NONE) return values[keys.indexOf(name)];
    const [found, second] = keys.filter((key) => isIn(this, key, name, uri));
    if (second !== undefined) this.fail('duplicate', `one attribute ${name}`, 'two', this.pos - 1);
    return values[keys.indexOf(found!)];
  }

  /** Reports whether the last start tag is in a namespace; '' stands for elements that `child()` tells by name. */
  in(uri: string): boolean {
    return this.limits.namespaces === 'ignore' || this.isExactly(uri);
  }

  /** As `in`, also with `namespaces: 'ignore'`: for properties that only their namespace tells apart. */
  isExactly(uri: string): boolean {
    return uri === '' ? !isForeign(this) : uriOf(this) === uri;
  }

  /**
   * Local name of the next child, `''` after the end tag, `:` for an element of another namespace than its parent's: its
   * prefix, or the default namespace that it declares itself, stands neither for that nor for none.
   *
   * @param hint the name that most likely comes: told at once, without a new string
   */
  child(hint: string): string {
    const name = this.anyChild(hint);
    return this.isPlain || name === '' || this.in('') ? name : FOREIGN;
  }

  /** Like `child`, in whatever namespace. */
  anyChild(hint: string): string {
    const { xml, pos } = this;
    if (hint !== '' && !this.selfClosed && xml.charCodeAt(pos) === 60 && xml.startsWith(hint, pos + 1)) {
      const end = pos + 1 + hint.length;
      const c = xml.charCodeAt(end);
      if (c === 62 || c === 32 || c === 47) {
        countNode(this);
        this.pos = end;
        this.#startTag(hint, true);
        return hint;
      }
    }
    if (!this.selfClosed) onlySpace(this);
    return this.#tagName();
  }

  /** Like `anyChild`, and passes over text. */
  childOrText(): string {
    if (!this.selfClosed) characters(this);
    return this.#tagName();
  }

  #tagName(): string {
    if (this.selfClosed) {
      this.selfClosed = false;
      this.#close();
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
    const colon = tag.indexOf(':');
    this.#startTag(tag, colon < 0);
    return tag.slice(colon + 1);
  }

  /** Opens an element whose name was read. */
  #startTag(tag: string, isPlain: boolean): void {
    this.nameAt = this.pos;
    this.tag = tag;
    this.keys = NONE;
    this.isPlain = isPlain;
    if (this.depth >= this.limits.depth) limit(this, 'depth');
    this.names[this.depth++] = tag;
    if (this.xml.charCodeAt(this.pos) === 62) this.pos++;
    else this.#readAttributes();
  }

  #close(): void {
    this.depth--;
    while (this.bindings !== undefined && this.bindings.depth > this.depth) this.bindings = this.bindings.outer;
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

  /** Passes over the element whose start tag was read, and everything in it. */
  skip(): void {
    const outer = this.depth - 1;
    while (this.depth > outer) this.childOrText();
  }

  /** Passes over an element that is not described, and tells of it. `known` are those that are. */
  skipUnknown(known: readonly string[]): void {
    if (this.limits.onUnknown) tellUnknown(this, this.limits.onUnknown, known);
    this.skip();
  }

  #endTag(): void {
    const { xml, pos } = this;
    const tag = this.depth > 0 ? this.names[this.depth - 1]! : '';
    this.#close();
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
      const value = copied(attributeValue(this, quote));
      values.push(value);
      if (key.startsWith('xmlns')) declare(this, key, value);
    }
    this.pos += this.selfClosed ? 2 : 1;
    this.keys = keys;
    this.values = values;
  }

  #saysNil(): boolean {
    const { keys, values } = this;
    if (keys === NONE) return false;
    const written = values[keys.indexOf('nil')] ?? values[keys.indexOf('xsi:nil')];
    return /^\s*(true|1)\s*$/i.test(written ?? this.attribute('nil', XSI) ?? '');
  }
}

const NONE: string[] = [];
