/** Raw bytes; text is sent as UTF-8. A stream is sent while it is read, and a call with a stream is never retried. */
export type BinaryBody = string | Uint8Array<ArrayBuffer> | Blob | ReadableStream<Uint8Array>;

/** Decodes the bytes of a response. */
export type Decode = (body: Uint8Array<ArrayBuffer>) => unknown;

export const encodeJson = (value: unknown): BinaryBody => JSON.stringify(value);

/** Text and bytes are sent as they are. */
export const encodeRaw = (value: unknown): BinaryBody => value as BinaryBody;

/** Throws for a number that would become another one: an integer beyond 2^53, or one beyond all numbers. */
export const decodeJson: Decode = (body) => {
  const text = decodeText(body) as string;
  const value = JSON.parse(text);
  if (/\d{16}|\de\+?\d{3}/i.test(text))
    for (const [token] of text.matchAll(/"(?:[^"\\]+|\\.)*"|-?\d[\d.e+-]*/gi))
      if (token[0] !== '"' && isBeyond(token)) throw new Error(`the number ${token} cannot be read exactly`);
  return value;
};

function isBeyond(token: string): boolean {
  const number = Number(token);
  if (!Number.isFinite(number)) return true;
  return /^-?\d+$/.test(token) && String(number) !== token && BigInt(number) !== BigInt(token);
}

export const decodeText: Decode = (body) => new TextDecoder('utf-8', { fatal: true }).decode(body);

export const decodeBytes: Decode = (body) => body;
