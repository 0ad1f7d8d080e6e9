import { SaxesParser } from 'saxes';
import { XmlError } from '../error.ts';
import { DEFAULT_LIMITS, type Limits } from '../limits.ts';

/**
 * Reads a document strictly and writes it down again without anything that xml-js would get wrong: no DTD, comment,
 * instruction or CDATA section; white space in attributes and line ends normalized; within the limits.
 */
export function canonical(xml: string | Uint8Array, given?: Partial<Limits>): string {
  const limits = { ...DEFAULT_LIMITS, ...given };
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
    if (encoding.toUpperCase() !== 'UTF-8') throw new XmlError('encoding', `the encoding ${encoding} is not read`);
  });
  parser.on('doctype', () => {
    throw new XmlError('forbidden', 'a DOCTYPE is not allowed');
  });
  parser.on('comment', () => limit('nodes', ++nodes));
  parser.on('processinginstruction', () => limit('nodes', ++nodes));
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('opentag', ({ name, attributes }) => {
    limit('nodes', ++nodes);
    limit('depth', open.push(0));
    limit('attributes', Object.keys(attributes).length);
    out += `<${name}`;
    for (const [key, value] of Object.entries(attributes)) {
      limit('text', value.length);
      out += ` ${key}="${escaped(value)}"`;
    }
    out += '>';
  });
  parser.on('closetag', ({ name }) => {
    open.pop();
    out += `</${name}>`;
  });
  parser.write(decoded(xml)).close();
  return out;
}

function escaped(value: string): string {
  return value.replace(/[&<>"\t\n\r]/g, (c) => `&#${c.charCodeAt(0)};`);
}

function decoded(xml: string | Uint8Array): string {
  let text: string;
  try {
    text = typeof xml === 'string' ? xml : new TextDecoder('utf-8', { fatal: true }).decode(xml);
  } catch {
    throw new XmlError('encoding', 'the document is not valid UTF-8');
  }
  if (text.includes('\0')) throw new XmlError('encoding', 'the document is not UTF-8');
  if (!text.isWellFormed()) throw new XmlError('malformed', 'the document holds a lone surrogate');
  return text.replace(/^\uFEFF/, '');
}
