import { type Content, mediaKind, mediaTypeOf, wholeMediaType } from '@mailwright/codegen/description';
import { XmlError } from '@mailwright/xml-codec';
import { parse } from '@mailwright/xml-codec/reference';
import type { Contract, Side } from '../contract/contract.ts';
import type { Rule } from './finding.ts';

/** A body as the JSON twin has it, under the media type that the twin gives it, or why it is none. */
export type Read = { mediaType: string; value: unknown } | { rule: Rule; message: string };

/** The documented content that a media type means. */
export function findContent(contents: Content[], sent: string): Content | undefined {
  const mediaType = mediaTypeOf(sent);
  const given = wholeMediaType(sent).toLowerCase().split(';');
  const isExactly = ({ mediaType: described }: Content) =>
    described.includes(';') &&
    described
      .toLowerCase()
      .split(';')
      .every((part) => given.includes(part));
  return (
    contents.find(isExactly) ??
    contents.find((content) => mediaTypeOf(content.mediaType) === mediaType) ??
    contents.find((content) => isInRange(mediaType, content.mediaType)) ??
    contents.find((content) => generalName(content.mediaType) === mediaType)
  );
}

/** Returns the general media type of a structured syntax suffix (RFC 6839), such as `application/json` for `…+json`. */
export function generalName(mediaType: string): string | undefined {
  const suffix = /\+(xml|json)$/.exec(mediaType)?.[1];
  return suffix && `application/${suffix}`;
}

/** Reports whether `text/html` is in `text/*` or in any range. */
export function isInRange(mediaType: string, range: string): boolean {
  if (range === '*/*' || range === mediaType) return true;
  return range.endsWith('/*') && mediaType.startsWith(range.slice(0, -1));
}

/** Forms are read by Prism itself. */
export const isForm = (mediaType: string): boolean =>
  mediaType === 'multipart/form-data' || mediaType === 'application/x-www-form-urlencoded';

/** XML of which the description says no more than that: any document is right that is well-formed. */
export const isAnyXml = ({ kind, mediaType, raw }: Content): boolean =>
  kind === 'text' && !raw && mediaKind(mediaType) === 'xml';

/** Some document where any is right. */
export function anyXml(example: unknown): string {
  return typeof example === 'string' && example.trimStart().startsWith('<') ? example : '<document/>';
}

/** Reads a body: XML by the reference codec, JSON as it is, text as a string, bytes as a string of one character each. */
export function readBody(contract: Contract, content: Content, sent: string, side: Side, bytes: Uint8Array): Read {
  const body = content.kind === 'binary' || content.kind === 'form' ? bytes : inUtf8(sent, bytes);
  const mediaType = mediaKind(content.mediaType) === 'xml' ? 'application/json' : content.mediaType;
  if (isForm(content.mediaType)) return { mediaType: sent, value: Buffer.from(body).toString() };
  if (content.kind === 'binary') return { mediaType, value: Buffer.from(body).toString('latin1') };
  if (content.kind === 'xml' || isAnyXml(content)) {
    try {
      if (content.kind === 'xml') return { mediaType, value: contract.codec(content.schema!, side).decode(body) };
      parse(body);
      return { mediaType, value: {} };
    } catch (error) {
      if (!(error instanceof XmlError)) throw error;
      return { rule: ruleOf(error), message: error.message };
    }
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    return { mediaType, value: content.kind === 'json' ? JSON.parse(text) : text };
  } catch (error) {
    return { rule: 'well-formed', message: (error as Error).message };
  }
}

const DECLARED = /^(<\?xml[^>]*?)\s+encoding\s*=\s*["']([\w-]+)["']/;

/** The bytes in UTF-8, from the older encoding that the media type or the document itself names. */
function inUtf8(sent: string, body: Uint8Array): Uint8Array {
  const start = Buffer.from(body.subarray(0, 100)).toString('latin1');
  const named = /;\s*charset\s*=\s*"?([\w-]+)/i.exec(sent)?.[1] ?? DECLARED.exec(start)?.[2];
  if (named === undefined || !/^(iso-8859-1|latin1|windows-1252|us-ascii)$/i.test(named)) return body;
  return Buffer.from(new TextDecoder('windows-1252').decode(body).replace(DECLARED, '$1'));
}

function ruleOf({ code }: XmlError): Rule {
  if (code === 'malformed' || code === 'encoding' || code === 'forbidden' || code === 'limit') return 'well-formed';
  return code === 'root' ? 'root' : 'body';
}
