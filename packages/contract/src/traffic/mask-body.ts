import { mediaKind, mediaTypeOf } from '@mailwright/codegen/description';
import { parse } from '@mailwright/xml-codec/reference';
import { type HeaderLines, header } from '../exchange/exchange.ts';
import { looksLikeId } from '../recording/ids.ts';

/** In place of a value. */
export const MASK = '…';

/** Tells the values of a body, and the names that are none. */
export interface BodyVisitor {
  value(text: string): void;
  name(text: string): void;
}

type Node = ReturnType<typeof parse>;

/**
 * Returns the form of a body: its members, elements and fields without their values, in which texts, numbers and truth values are
 * still told apart. Of what cannot be read only the length is left.
 */
export function maskBody(headers: HeaderLines, body: Uint8Array, visitor?: BodyVisitor): string {
  if (body.length === 0) return '';
  const mediaType = mediaTypeOf(header(headers, 'content-type') ?? '');
  const kind = mediaKind(mediaType);
  const text = () => Buffer.from(body).toString();
  try {
    if (kind === 'json') return JSON.stringify(maskValue(JSON.parse(text()), visitor));
    if (kind === 'xml') return maskNode(parse(body), visitor);
    if (mediaType === 'application/x-www-form-urlencoded')
      return [...new URLSearchParams(text())].map(([name, value]) => maskField(name, value, visitor)).join('&');
  } catch {
    // Its length is all that can be told of a body that breaks its format.
  }
  return `${MASK} (${body.length} bytes)`;
}

/** Names that are data, such as addresses, are masked too. */
export const maskName = (name: string): string => (looksLikeId(name) || /[^\w.[\]:-]/.test(name) ? MASK : name);

function maskValue(value: unknown, visitor?: BodyVisitor): unknown {
  if (Array.isArray(value)) return value.map((each) => maskValue(each, visitor));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => {
        visitor?.name(name);
        return [maskName(name), maskValue(each, visitor)];
      }),
    );
  if (typeof value === 'string') {
    visitor?.value(value);
    return value === '' ? '' : MASK;
  }
  if (typeof value !== 'number') return value;
  visitor?.value(String(value));
  return Number.isInteger(value) ? 0 : 0.5;
}

function maskField(name: string, value: string, visitor?: BodyVisitor): string {
  visitor?.name(name);
  visitor?.value(value);
  return `${maskName(name)}=${value === '' ? '' : MASK}`;
}

function maskNode({ name, attributes, content }: Node, visitor?: BodyVisitor): string {
  visitor?.name(name);
  const shown = attributes.map(([key, value]) => {
    visitor?.name(key);
    if (/^xmlns(:|$)/.test(key)) return ` ${key}="${value}"`;
    visitor?.value(value);
    return ` ${key}="${MASK}"`;
  });
  const inside = content.map((each) => {
    if (typeof each !== 'string') return maskNode(each, visitor);
    if (each.trim() === '') return '';
    visitor?.value(each.trim());
    return MASK;
  });
  return `<${name}${shown.join('')}>${inside.join('')}</${name}>`;
}
