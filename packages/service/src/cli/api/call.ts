import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRawClient } from '@mailwright/client/raw';
import { Agent } from 'undici';
import type { ApiOperation, Parameter } from './description.ts';

/** URL of a service and the API key. */
export interface ServiceOptions {
  url: string;
  key?: string;
  keyFile?: string;
  /** Certificate to be trusted beside those that everybody trusts. */
  ca?: string;
  data: string;
}

/** Input of a call: parameters by their names in the request, and the body as a value, as text, or as the bytes of a file. */
export interface CallInput {
  parameters: ReadonlyMap<string, unknown>;
  body?: { value: unknown } | { bytes: Buffer; mediaType: string } | undefined;
}

export interface CallResult {
  ok: boolean;
  status: number;
  /** The body as it came. */
  text: string;
  /** The same as a value, where the description says what it is. */
  value: unknown;
}

/** Sends one call after the other to a service. */
export type SendCall = (operation: ApiOperation, input: CallInput, accept?: string) => Promise<CallResult>;

/** @throws Error in words when the key or the certificate cannot be read */
export function connectTo(options: ServiceOptions): SendCall {
  const dispatcher = trust(options);
  const apiKey = options.key ?? (options.keyFile && readFileSync(options.keyFile, 'utf8').trim());
  if (!apiKey)
    throw new Error(
      'The API key is missing. Set MAILWRIGHT_KEY, --key-file or --key; `mailwright keys create` creates a key.',
    );
  const baseUrl = /\/1\.0\/?$/.test(options.url) ? options.url : `${options.url.replace(/\/$/, '')}/1.0`;
  return async (operation, { parameters, body }, accept) => {
    let text = '';
    const client = createRawClient({
      baseUrl,
      apiKey,
      async fetch(request) {
        const response = await send(request, dispatcher);
        text = await response.clone().text();
        return response;
      },
    });
    const bytes = body !== undefined && 'bytes' in body ? body : undefined;
    const raw = bytes && { body: new Uint8Array(bytes.bytes), duplex: 'half' as const };
    if (raw) client.use({ onRequest: ({ request }) => new Request(request, raw) });
    const { data, error, response } = await client.request(
      operation.method.toLowerCase() as 'get',
      operation.path as '/ping',
      {
        params: placed(operation.parameters, parameters),
        headers: {
          prefer: 'handling=strict',
          ...(accept && { accept }),
          ...(bytes && { 'content-type': bytes.mediaType }),
        },
        ...(body !== undefined && 'value' in body && { body: body.value as never }),
      } as never,
    );
    return { ok: response.ok, status: response.status, text, value: response.ok ? data : error };
  };
}

async function send(request: Request, dispatcher: Agent | undefined): Promise<Response> {
  try {
    return await fetch(request, { dispatcher } as RequestInit);
  } catch (error) {
    const { code, message } = ((error as Error).cause ?? error) as { code?: string; message: string };
    const { origin } = new URL(request.url);
    if (code === 'ECONNREFUSED')
      throw new Error(
        `Nothing answers at ${origin}. Start the service with \`mailwright serve\`, or name another by --url.`,
      );
    if (code === 'DEPTH_ZERO_SELF_SIGNED_CERT' || code === 'SELF_SIGNED_CERT_IN_CHAIN')
      throw new Error(
        `The certificate of ${origin} is its own. Name it by --ca, or the service's directory by --data.`,
      );
    throw new Error(`${origin} does not respond: ${message}`);
  }
}

/** Trusts the certificate that is named, or the one that the service in the data directory has made for itself. */
function trust({ ca, data }: ServiceOptions): Agent | undefined {
  const file = ca ?? join(data, 'tls', 'certificate.pem');
  try {
    return new Agent({ connect: { ca: readFileSync(file, 'utf8') } });
  } catch (error) {
    if (ca === undefined) return undefined;
    throw new Error(`The certificate ${file} cannot be read: ${(error as Error).message}`);
  }
}

function placed(parameters: readonly Parameter[], given: ReadonlyMap<string, unknown>) {
  const at = (place: Parameter['in']) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === place && given.has(parameter.name))
        .map((parameter) => {
          const value = given.get(parameter.name);
          return [parameter.name, parameter.joined && Array.isArray(value) ? value.join(',') : value];
        }),
    );
  return { path: at('path'), query: at('query'), header: at('header') };
}
