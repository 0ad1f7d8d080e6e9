/** Raw bytes; text is sent as UTF-8. A stream is sent while it is read, and a call with a stream is never retried. */
export type BinaryBody = string | Uint8Array<ArrayBuffer> | Blob | ReadableStream<Uint8Array>;

/** Decodes the bytes of a response. */
export type Decode = (body: Uint8Array<ArrayBuffer>) => unknown;

export const encodeJson = (value: unknown): BinaryBody => JSON.stringify(value);

/** Text and bytes are sent as they are. */
export const encodeRaw = (value: unknown): BinaryBody => value as BinaryBody;

export const decodeJson: Decode = (body) => JSON.parse(decodeText(body) as string);

export const decodeText: Decode = (body) => new TextDecoder('utf-8', { fatal: true }).decode(body);

export const decodeBytes: Decode = (body) => body;
