import { toJson } from '@mailwright/xml-codec/json';

/** Raw bytes; text is sent as UTF-8. A stream is sent while it is read, and a call with a stream is never retried. */
export type BinaryBody = string | Uint8Array<ArrayBuffer> | Blob | ReadableStream<Uint8Array>;

/** Decodes the bytes of a response. */
export type Decode = (body: Uint8Array<ArrayBuffer>) => unknown;

export const encodeJson: (value: unknown) => BinaryBody = toJson;

/** Text and bytes are sent as they are. Throws for an object or a list, of which the platform would send the name. */
export const encodeRaw = (value: unknown): BinaryBody => {
  if (!/ (Object|Array)]/.test(Object.prototype.toString.call(value))) return value as BinaryBody;
  throw new Error('body must be text, bytes, a Blob or a stream');
};

/** Throws for a number that would become another one: an integer beyond 2^53, or one beyond all numbers. */
export const decodeJson: Decode = (body) => {
  const text = textOf(body);
  if (/\d{16}|e\+?\d{3}/i.test(text))
    for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|-?\d[^,\s\]}]*/g)) {
      const number = Number(token);
      const isBeyond = /^-?\d+$/.test(token) && `${number}` !== token && `${BigInt(number)}` !== token;
      if (isBeyond || Math.abs(number) === 1 / 0) throw new Error(`${token} is too large`);
    }
  return JSON.parse(text);
};

/** Throws for bytes that are no text in this encoding, and for an encoding that the platform does not know. */
const textOf = (body: Uint8Array<ArrayBuffer>, encoding = 'utf-8'): string =>
  new TextDecoder(encoding, { fatal: true }).decode(body);

/** Decodes a text in the encoding that its media type names. */
export const decodeText = /* @__PURE__ */ Object.assign(
  (body: Uint8Array<ArrayBuffer>, _options?: unknown, types = ''): string => textOf(body, charsetOf(types)),
  { reads: /^text\/|octet-stream/ },
);

/** The encoding that a media type names. */
export const charsetOf = (types: string | undefined): string | undefined =>
  /charset="?([^\s";]+)/i.exec(types ?? '')?.[1];

export const decodeBytes = /* @__PURE__ */ Object.assign((body: Uint8Array<ArrayBuffer>): unknown => body, {
  reads: /^/,
});
