import { SaxesParser } from 'saxes';
import { fromBytes } from '../bytes.ts';
import { XmlError } from '../error.ts';
import { DEFAULT_LIMITS, type DecodeOptions, type Limits, MAX_DEPTH } from '../limits.ts';
import { NCNAME } from '../plan/index.ts';

/**
 * Reads a document strictly and writes it down again without anything that xml-js would get wrong: no DTD, comment
 * or instruction; an element for each CDATA section; white space in attributes and line ends normalized; within the limits.
 */
export function canonical(xml: string | Uint8Array, given?: DecodeOptions): string {
  const limits = { ...DEFAULT_LIMITS, ...given };
  if (limits.depth > MAX_DEPTH) throw new RangeError(`limits.depth must be at most ${MAX_DEPTH}`);
  const source = decoded(xml, given?.encoding);
  const parser = new SaxesParser();
  let out = '';
  let nodes = 0;
  /** Length of the text so far in each open element. */
  const open: number[] = [];
  const text = (value: string) => {
    if (open.length === 0) return;
    const length = open.pop()! + value.length;
    open.push(length);
    limit('text', length);
    out += escaped(value);
  };
  const limit = (what: keyof Limits, count: number) => {
    if (count > limits[what]) throw new XmlError('limit', `more ${what} than ${limits[what]}`);
  };
  parser.on('error', (error) => {
    throw new XmlError('malformed', error.message);
  });
  parser.on('xmldecl', ({ version = '1.0', encoding = 'UTF-8' }) => {
    if (version !== '1.0') throw new XmlError('malformed', `XML version ${version} is not read`);
    if (encoding.toUpperCase() !== 'UTF-8' && !given?.encoding)
      throw new XmlError('encoding', `the encoding ${encoding} is not read`);
  });
  parser.on('doctype', () => {
    throw new XmlError('forbidden', 'a DOCTYPE is not allowed');
  });
  parser.on('comment', () => limit('nodes', ++nodes));
  parser.on('processinginstruction', ({ target, body }) => {
    checkName(target);
    // saxes lets a body begin without white space before it.
    if (body !== '' && !/\s/.test(source[parser.position - '?>'.length - body.length - 1]!)) {
      throw new XmlError('malformed', 'white space is missing in a processing instruction');
    }
    limit('nodes', ++nodes);
  });
  parser.on('text', text);
  parser.on('cdata', (value) => {
    out += `<${CDATA}>`;
    text(value);
    out += `</${CDATA}>`;
  });
  parser.on('opentag', ({ name, attributes }) => {
    [name, ...Object.keys(attributes)].forEach(checkName);
    limit('nodes', ++nodes);
    limit('depth', open.push(0));
    limit('attributes', Object.keys(attributes).length);
    out += `<${ascii(name)}`;
    for (const [key, value] of Object.entries(attributes)) {
      limit('text', value.length);
      out += ` ${ascii(key)}="${escaped(value)}"`;
    }
    out += '>';
  });
  parser.on('closetag', ({ name }) => {
    open.pop();
    out += `</${ascii(name)}>`;
  });
  parser.write(source).close();
  return out;
}

/** The element that stands for a CDATA section: no name made ASCII is called so. */
export const CDATA = 'cdata';

/** xml-js stumbles over names beyond the first plane of Unicode and those that all objects inherit. */
function ascii(name: string): string {
  return `n${name.replace(/[^-.A-Za-z0-9]/gu, (c) => `_${c.codePointAt(0)!.toString(16)}_`)}`;
}

/** The name that was made ASCII. */
export function fromAscii(name: string): string {
  return name.slice(1).replace(/_([\da-f]+)_/g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)));
}

function checkName(name: string): void {
  const [first = '', second = 'x', third] = name.split(':');
  if (!NCNAME.test(first) || !NCNAME.test(second) || third !== undefined) {
    throw new XmlError('malformed', `${name} is no name with one prefix or none`);
  }
}

function escaped(value: string): string {
  return value.replace(/[&<>"\t\n\r]/g, (c) => `&#${c.charCodeAt(0)};`);
}

function decoded(xml: string | Uint8Array, encoding?: string): string {
  const text = typeof xml === 'string' ? xml : fromBytes(xml, encoding);
  if (text.includes('\0')) throw new XmlError('encoding', 'the document is not UTF-8');
  if (!text.isWellFormed()) throw new XmlError('malformed', 'the document holds a lone surrogate');
  return text.replace(/\r\n?/g, '\n');
}
