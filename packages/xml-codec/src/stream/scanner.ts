import { shown } from '../chars.ts';
import { XmlError } from '../error.ts';
import { lookUp, prefixOf } from '../namespaces.ts';
import type { Binding } from '../reader-state.ts';

/** An element that was cut out of a document. */
export interface Found {
  /** The whole element, with the namespace declarations that were in force around it. */
  xml: string;
  /** Its place among those of its parent, from 1. */
  index: number;
  /** Line on which the element starts. */
  line: number;
  column: number;
  /** Declarations that were added behind its name, and that name: `<contact xmlns:a="urn:a"` has 14 added behind 8. */
  nameEnd: number;
  added: number;
}

interface Settings {
  path: readonly string[];
  namespace: string | undefined;
  /** Maximum characters of one element, and of everything between the elements together. */
  most: number;
}

/** Opening and closing text of tokens that are not tags. */
const ASIDES = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/**
 * Cuts elements of one path out of a document that comes in pieces. It sees tags and nesting, no more: what is inside of an
 * element, and what is left of the document without them (`rest`), is for a reader to judge.
 */
export class ElementScanner {
  readonly #settings: Settings;
  /** Received text that is not processed yet, with line feeds as line ends. */
  #buffer = '';
  /** Pieces that have come since; they are looked at when they are worth it, so that many small ones take no longer. */
  #pieces: string[] = [];
  #waiting = 0;
  #wanted = 0;
  /** Behind the last token. */
  #pos = 0;
  /** Start of the requested element that is being read; -1 outside of one. */
  #start = -1;
  /** Open elements: of all, and for each outside of wanted ones its name and whether it is on the path. */
  #depth = 0;
  readonly #open: { name: string; isOnPath: boolean }[] = [];
  #bindings: Binding | undefined;
  #index = 0;
  readonly #rest: string[] = [];
  #restLength = 0;
  /** Line of `#counted`. */
  #line = 1;
  #column = 1;
  #counted = 0;
  #place = { line: 1, column: 1 };

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** The elements that a piece completes. @throws XmlError */
  push(piece: string): Found[] {
    this.#pieces.push(piece);
    this.#waiting += piece.length;
    return this.#waiting < this.#wanted ? [] : this.#scan(false);
  }

  /** Scans the rest at the end of the input. @throws XmlError if the document is incomplete */
  end(): Found[] {
    const found = this.#scan(true);
    if (this.#start >= 0) this.#fail('malformed', `${this.#settings.path.at(-1)} has no end`);
    this.#keep(this.#buffer.slice(this.#pos));
    return found;
  }

  /** The document without the elements that were cut out. */
  rest(): string {
    return this.#rest.join('');
  }

  #scan(isAll: boolean): Found[] {
    const found: Found[] = [];
    this.#buffer += this.#pieces.join('');
    this.#pieces = [];
    this.#waiting = 0;
    for (;;) {
      const at = this.#buffer.indexOf('<', this.#pos);
      if (at < 0) {
        if (this.#start >= 0) this.#pos = this.#buffer.length;
        break;
      }
      const end = this.#tokenEnd(at, isAll);
      if (end < 0) {
        if (this.#start >= 0) this.#pos = at;
        break;
      }
      if (this.#start < 0) this.#keep(this.#buffer.slice(this.#pos, at));
      this.#token(at, end, found);
      this.#pos = end;
    }
    this.#forget();
    if (this.#buffer.length > this.#settings.most) this.#tooLong();
    this.#wanted = Math.max(this.#buffer.length - this.#pos, this.#buffer.length >> 3);
    return found;
  }

  /** Behind the token that begins at a `<`; -1 when it is not all there. */
  #tokenEnd(at: number, isAll: boolean): number {
    const buffer = this.#buffer;
    const second = buffer.charCodeAt(at + 1);
    if (second !== 33 && second !== 63) return tagEnd(buffer, at);
    for (const [opening, closing] of ASIDES) {
      if (!buffer.startsWith(opening, at)) continue;
      const end = buffer.indexOf(closing, at + opening.length);
      return end < 0 ? -1 : end + closing.length;
    }
    if (buffer.length - at < '<!DOCTYPE'.length && !isAll) return -1;
    return this.#fail('forbidden', `${shown(buffer.slice(at, at + 9))} is not allowed here`, at);
  }

  #token(at: number, end: number, found: Found[]): void {
    const buffer = this.#buffer;
    const second = buffer.charCodeAt(at + 1);
    if (second === 33 || second === 63) {
      if (this.#start < 0) this.#keep(buffer.slice(at, end));
    } else if (second === 47) {
      this.#depth--;
      if (this.#start < 0) this.#close(buffer.slice(at, end));
      else if (this.#depth < this.#settings.path.length) found.push(this.#cut(end));
    } else {
      const isEmpty = buffer.charCodeAt(end - 2) === 47;
      if (this.#start < 0) this.#begin(at, buffer.slice(at, end), isEmpty);
      if (!isEmpty) this.#depth++;
      else if (this.#start >= 0 && this.#depth < this.#settings.path.length) found.push(this.#cut(end));
    }
  }

  /** A start tag outside of wanted elements, perhaps that of one. */
  #begin(at: number, tag: string, isEmpty: boolean): void {
    const { path, namespace } = this.#settings;
    const name = /^<([^\s/>]*)/.exec(tag)![1]!;
    const local = name.slice(name.indexOf(':') + 1);
    const depth = this.#open.length;
    const parent = this.#open.at(-1);
    const isOnPath = local === path[depth] && (parent?.isOnPath ?? true);
    if (depth === 0 && !isOnPath) this.#fail('root', `must be ${path[0]}, not ${shown(local)}`, at);
    const bindings = declared(tag, depth + 1, this.#bindings);
    if (isOnPath && depth === path.length - 1) {
      const uri = uriOf(bindings, name);
      if (namespace === undefined ? uri === '' || uri === uriOf(this.#bindings, parent!.name) : uri === namespace) {
        this.#start = at;
        this.#index++;
        this.#count(at);
        this.#place = { line: this.#line, column: this.#column };
        return;
      }
    }
    this.#keep(tag);
    if (isEmpty) return;
    if (depth === path.length - 2) this.#index = 0;
    this.#open.push({ name, isOnPath });
    this.#bindings = bindings;
  }

  /** An end tag outside of wanted elements. */
  #close(tag: string): void {
    this.#open.pop();
    while (this.#bindings !== undefined && this.#bindings.depth > this.#open.length)
      this.#bindings = this.#bindings.outer;
    this.#keep(tag);
  }

  /** The wanted element that ends here. */
  #cut(end: number): Found {
    const xml = this.#buffer.slice(this.#start, end);
    if (xml.length > this.#settings.most) this.#tooLong();
    const nameEnd = /^<[^\s/>]*/.exec(xml)![0].length;
    const tag = xml.slice(0, tagEnd(xml, 0));
    const added = inForce(this.#bindings)
      .map(({ prefix, uri }) => [`xmlns${prefix && ':'}${prefix}`, uri] as const)
      .filter(([key]) => !new RegExp(`\\s${key.replaceAll('.', '\\.')}\\s*=`).test(tag))
      .map(([key, uri]) => ` ${key}="${uri.replaceAll('"', '&quot;')}"`)
      .join('');
    this.#start = -1;
    const index = this.#index;
    return {
      xml: xml.slice(0, nameEnd) + added + xml.slice(nameEnd),
      index,
      ...this.#place,
      nameEnd,
      added: added.length,
    };
  }

  #tooLong(): never {
    this.#fail('limit', `at most ${this.#settings.most} characters (limit of maxElement) are allowed, not more`);
  }

  /** Notes a part of the rest; white space alone between tags is left out, for there may be as much as elements. */
  #keep(part: string): void {
    if (/^[ \t\n]*$/.test(part)) return;
    this.#rest.push(part);
    this.#restLength += part.length;
    const { most } = this.#settings;
    if (this.#restLength > most)
      this.#fail(
        'limit',
        `at most ${most} characters beside ${this.#settings.path.at(-1)} (limit of maxElement) are allowed`,
      );
  }

  #forget(): void {
    const from = this.#start >= 0 ? this.#start : this.#pos;
    if (from === 0) return;
    this.#count(from);
    this.#buffer = this.#buffer.slice(from);
    this.#pos -= from;
    this.#counted -= from;
    if (this.#start >= 0) this.#start = 0;
  }

  #count(to: number): void {
    for (;;) {
      const at = this.#buffer.indexOf('\n', this.#counted);
      if (at < 0 || at >= to) break;
      this.#line++;
      this.#column = 1;
      this.#counted = at + 1;
    }
    this.#column += to - this.#counted;
    this.#counted = to;
  }

  #fail(code: 'malformed' | 'forbidden' | 'limit' | 'root', reason: string, at = this.#pos): never {
    this.#count(Math.max(at, this.#counted));
    const path = `/${this.#open.map(({ name }) => name.slice(name.indexOf(':') + 1)).join('/')}`;
    throw new XmlError(code, reason, { path, line: this.#line, column: this.#column });
  }
}

/** Behind the `>` of a tag, which may stand in the values of its attributes too; -1 when it is not there. */
function tagEnd(text: string, at: number): number {
  let from = at;
  for (;;) {
    const end = text.indexOf('>', from);
    if (end < 0) return -1;
    let quote = -1;
    for (let i = from; i < end; i++) {
      const c = text.charCodeAt(i);
      if (c === 34 || c === 39) {
        quote = text.indexOf(String.fromCharCode(c), i + 1);
        if (quote < 0) return -1;
        if (quote > end) break;
        i = quote;
        quote = -1;
      }
    }
    if (quote < 0) return end + 1;
    from = quote + 1;
  }
}

const DECLARATION = /\sxmlns(?::([^\s=]+))?\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

function declared(tag: string, depth: number, outer: Binding | undefined): Binding | undefined {
  let bindings = outer;
  for (const [, prefix = '', double, single] of tag.matchAll(DECLARATION))
    bindings = { prefix, uri: double ?? single ?? '', depth, outer: bindings };
  return bindings;
}

/** '' for none, undefined for a prefix that is not declared. */
function uriOf(bindings: Binding | undefined, name: string): string | undefined {
  const prefix = prefixOf(name);
  return lookUp(bindings, prefix)?.uri ?? (prefix === '' ? '' : undefined);
}

/** The innermost declaration of each prefix. */
function inForce(bindings: Binding | undefined): Binding[] {
  const found = new Map<string, Binding>();
  for (let each = bindings; each !== undefined; each = each.outer)
    if (!found.has(each.prefix)) found.set(each.prefix, each);
  return [...found.values()].filter(({ uri }) => uri !== '');
}
