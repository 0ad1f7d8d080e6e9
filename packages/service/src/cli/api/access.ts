import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Access } from '@mailwright/tool-runtime/cli';
import { Option } from 'commander';
import { Agent } from 'undici';
import { version } from '../../platform/version.ts';

/** URL of a service and the API key. */
interface ServiceOptions {
  url: string;
  key?: string;
  keyFile?: string;
  /** Certificate to be trusted beside those that everybody trusts. */
  ca?: string;
  data: string;
}

/** Access to a service by its API key, and with the certificate that it has made for itself. */
export const access: Access = {
  options: () => [
    new Option('--url <url>', 'base URL of the service').env('MAILWRIGHT_URL').default('https://localhost:8443'),
    new Option('--key <key>', 'API key; visible to other users in the process list').env('MAILWRIGHT_KEY'),
    new Option('--key-file <file>', 'file that contains the API key').env('MAILWRIGHT_KEY_FILE'),
    new Option('--ca <file>', 'certificate to trust, in PEM format; the default is that of a service on this machine'),
    new Option('--data <dir>', 'data directory of a service on this machine')
      .env('MAILWRIGHT_DATA')
      .default('mailwright-data'),
  ],
  connect(given) {
    const options = given as unknown as ServiceOptions;
    const dispatcher = trust(options);
    const apiKey = options.key ?? (options.keyFile && readFileSync(options.keyFile, 'utf8').trim());
    if (!apiKey)
      throw new Error(
        'The API key is missing. Set MAILWRIGHT_KEY, --key-file or --key; `mailwright keys create` creates a key.',
      );
    const baseUrl = /\/1\.0\/?$/.test(options.url) ? options.url : `${options.url.replace(/\/$/, '')}/1.0`;
    return {
      baseUrl,
      auth: { apiKey },
      userAgent: `mailwright/${version}`,
      fetch: (request) => send(request, dispatcher),
    };
  },
};

/** Its errors follow the words "No connection to …:". */
async function send(request: Request, dispatcher: Agent | undefined): Promise<Response> {
  try {
    return await fetch(request, { dispatcher } as RequestInit);
  } catch (error) {
    const { code, message } = ((error as Error).cause ?? error) as { code?: string; message: string };
    if (code === 'ECONNREFUSED')
      throw new Error('nothing answers there. Start the service with `mailwright serve`, or name another by --url.');
    if (code === 'DEPTH_ZERO_SELF_SIGNED_CERT' || code === 'SELF_SIGNED_CERT_IN_CHAIN')
      throw new Error("its certificate is its own. Name it by --ca, or the service's directory by --data.");
    throw new Error(message);
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
