/** A value to the body of a request, and the body of an answer to a value. An `XmlCodec` is one. */
export interface BodyCodec {
  encode(value: unknown): BinaryBody;
  decode(body: Uint8Array<ArrayBuffer>): unknown;
}

/** Raw bytes; text is sent as UTF-8. A stream is sent as it comes, and a call with one is never repeated. */
export type BinaryBody = string | Uint8Array<ArrayBuffer> | Blob | ReadableStream<Uint8Array>;

export const json: BodyCodec = {
  encode: (value) => JSON.stringify(value),
  decode: (body) => JSON.parse(text.decode(body) as string),
};

export const text: BodyCodec = {
  encode: (value) => value as BinaryBody,
  decode: (body) => new TextDecoder('utf-8', { fatal: true }).decode(body),
};

export const binary: BodyCodec = {
  encode: (value) => value as BinaryBody,
  decode: (body) => body,
};
