import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Signature Version 4 of AWS for S3, on both sides: where a stub checks it, and where a client signs. */

export interface Keys {
  id: string;
  secret: string;
}

export interface Signable {
  method: string;
  /** Still percent-encoded. */
  path: string;
  query: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

const hash = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

function signature(
  { method, path, query, headers }: Signable,
  { secret }: Keys,
  scope: string,
  signed: string[],
): string {
  const pairs = [...new URLSearchParams(query)].map(([name, value]) => `${escaped(name)}=${escaped(value)}`).sort();
  const lines = signed.map(
    (name) =>
      `${name}:${String(headers[name] ?? '')
        .trim()
        .replace(/ +/g, ' ')}\n`,
  );
  const payload = String(headers['x-amz-content-sha256']);
  const decoded = path.split('/').map((segment) => escaped(decodeURIComponent(segment)));
  const canonical = [method, decoded.join('/'), pairs.join('&'), lines.join(''), signed.join(';'), payload].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash(canonical)].join('\n');
  const key = scope.split('/').reduce<Buffer | string>((last, part) => hmac(last, part), `AWS4${secret}`);
  return hmac(key, toSign).toString('hex');
}

/** Whether the `Authorization` of a request is that of these keys. */
export function isSigned(request: Signable, authorization: string, keys: Keys): boolean {
  const found = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(.+), ?SignedHeaders=(.+), ?Signature=(\w{64})$/.exec(
    authorization,
  );
  const [, id, scope = '', signed = '', given = ''] = found ?? [];
  if (id !== keys.id) return false;
  const wanted = signature(request, keys, scope, signed.split(';'));
  return timingSafeEqual(Buffer.from(wanted), Buffer.from(given));
}

/** The hook `sign` of a client. */
export function signer(keys: Keys, region: string): (request: Request) => Promise<Request> {
  return async (request) => {
    const { host, pathname, search } = new URL(request.url);
    const body = new Uint8Array(await request.clone().arrayBuffer());
    const date = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
    request.headers.set('x-amz-date', date);
    request.headers.set('x-amz-content-sha256', hash(body));
    const headers: Record<string, string> = { host, ...Object.fromEntries(request.headers) };
    const signed = Object.keys(headers)
      .filter((name) => name === 'host' || name.startsWith('x-amz-'))
      .sort();
    const scope = `${date.slice(0, 8)}/${region}/s3/aws4_request`;
    const signable = { method: request.method, path: pathname, query: search.slice(1), headers };
    const value = signature(signable, keys, scope, signed);
    request.headers.set(
      'authorization',
      `AWS4-HMAC-SHA256 Credential=${keys.id}/${scope}, SignedHeaders=${signed.join(';')}, Signature=${value}`,
    );
    return request;
  };
}
