import { isAscii } from 'node:buffer';
import { encode, wrap } from 'nodemailer/lib/qp';
import { nameOf, splitFields, unfoldedValue } from './fields.ts';

/** A message or a part of one. Each character stands for an octet; lines end in CRLF. */
export interface Entity {
  /** Header fields, each with its line end. */
  head: string;
  body: string;
}

const maxDepth = 16;
/** Octets of a line (RFC 5321, section 4.5.3.1.6). */
const maxLine = 998;
const encodedLine = 76;
/** Parts that nobody on the way may change, because a signature covers them (RFC 1847, section 2). */
const isProtected = /^multipart\/(?:signed|encrypted)$/;

/** Reports whether every server takes a text: ASCII without NUL, in lines that are not too long. */
const isSafe = (text: string) =>
  isAscii(Buffer.from(text, 'latin1')) &&
  !text.includes('\0') &&
  text.split('\r\n').every(({ length }) => length <= maxLine);

/**
 * Encodes the parts of a message that not every server takes, as a server does which passes mails to one without 8BITMIME
 * (RFC 6152, section 3). All other parts keep their octets, and so do those that are signed or encrypted.
 */
export function encodeForTransfer(entity: Entity, depth = 0): Entity {
  const { head, body } = entity;
  const { type, boundary } = readType(head);
  if (depth > maxDepth || isSafe(body) || isProtected.test(type)) return entity;
  if (type.startsWith('multipart/')) {
    if (boundary === undefined) return entity;
    return { head: withEncoding(head, '7bit', true), body: encodeParts(body, boundary, depth) };
  }
  if (type === 'message/rfc822' || type === 'message/global') {
    const inner = encodeForTransfer(splitEntity(body), depth + 1);
    return { head: withEncoding(head, '7bit', true), body: `${inner.head}\r\n${inner.body}` };
  }
  return type.startsWith('message/') ? entity : encodeLeaf(entity, type);
}

/** Returns the header and the body around the first empty line. */
export function splitEntity(text: string): Entity {
  if (text.startsWith('\r\n')) return { head: '', body: text.slice(2) };
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return { head: text.endsWith('\r\n') || text === '' ? text : `${text}\r\n`, body: '' };
  return { head: text.slice(0, end + 2), body: text.slice(end + 4) };
}

function encodeParts(body: string, boundary: string, depth: number): string {
  const delimiter = `--${boundary}`;
  const pieces: string[] = [];
  /** Lines of the part that is being read; `undefined` before the first one and behind the last one. */
  let part: string[] | undefined;
  const endPart = () => {
    if (part === undefined) return;
    const text = part.join('\r\n');
    const entity = splitEntity(text);
    const encoded = encodeForTransfer(entity, depth + 1);
    if (part.length > 0) pieces.push(encoded === entity ? text : `${encoded.head}\r\n${encoded.body}`);
    part = undefined;
  };
  let isOver = false;
  for (const line of body.split('\r\n')) {
    const name = line.trimEnd();
    const isEnd = name === `${delimiter}--`;
    if (!isOver && (isEnd || name === delimiter)) {
      endPart();
      pieces.push(line);
      if (isEnd) isOver = true;
      else part = [];
    } else if (part === undefined) pieces.push(line);
    else part.push(line);
  }
  endPart();
  return pieces.join('\r\n');
}

function encodeLeaf({ head, body }: Entity, type: string): Entity {
  const encoding = splitFields(head).find((field) => nameOf(field) === 'content-transfer-encoding');
  const name = encoding === undefined ? '7bit' : unfoldedValue(encoding).toLowerCase();
  if (name === 'base64') return { head, body: folded(body.replace(/[^A-Za-z0-9+/=]/g, '')) };
  if (name === 'quoted-printable') return { head, body: wrap(escapeUnsafe(body), encodedLine) };
  const octets = Buffer.from(body, 'latin1');
  return type === '' || type.startsWith('text/')
    ? { head: withEncoding(head, 'quoted-printable'), body: wrap(encode(octets), encodedLine) }
    : { head: withEncoding(head, 'base64'), body: folded(octets.toString('base64')) };
}

/** Encodes what must not stand in quoted-printable text as it is. */
const escapeUnsafe = (text: string) =>
  text.replace(/[\0\x7f-\xff]/g, (octet) => `=${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);

const folded = (base64: string) => base64.replace(/.{76}(?=.)/g, '$&\r\n');

/** Replaces the transfer encoding of a part; with `onlyNamed`, only one that is named. */
function withEncoding(head: string, encoding: string, onlyNamed = false): string {
  const fields = splitFields(head);
  const others = fields.filter((field) => nameOf(field) !== 'content-transfer-encoding');
  if (onlyNamed && others.length === fields.length) return head;
  return [...others, `Content-Transfer-Encoding: ${encoding}`].map((field) => `${field}\r\n`).join('');
}

function readType(head: string): { type: string; boundary: string | undefined } {
  const field = splitFields(head).find((each) => nameOf(each) === 'content-type');
  const value = field === undefined ? '' : unfoldedValue(field);
  const [, type = ''] = /^([\w.+-]+\/[\w.+-]+)/.exec(value) ?? [];
  const [, quoted, bare] = /;\s*boundary\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i.exec(value) ?? [];
  return { type: type.toLowerCase(), boundary: quoted?.replace(/\\(.)/g, '$1') ?? bare };
}
