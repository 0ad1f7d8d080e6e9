import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A registry on this machine, to which releases are published in rehearsals. */
export interface LocalRegistry {
  /** With a slash at its end. */
  url: string;
  close(): Promise<void>;
}

interface Version {
  version: string;
  dist: { tarball: string };
}
/** What `npm publish` sends: one version, with its tarball. */
interface Publication {
  name: string;
  versions: Record<string, Version>;
  'dist-tags': Record<string, string>;
  _attachments: Record<string, { data: string }>;
}

/**
 * Starts a registry that knows only the given packages, none of which is published yet, and refers to another one for all
 * others. It checks as a registry does: a version cannot be published twice.
 */
export async function startLocalRegistry(own: readonly string[], upstream: string): Promise<LocalRegistry> {
  const packages = new Map<string, Omit<Publication, '_attachments'>>();
  const tarballs = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => response.writeHead(500).end(error.message));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = decodeURIComponent(new URL(request.url!, url).pathname).slice(1);
    const name = own.find((each) => path === each || path.startsWith(`${each}/`));
    if (name === undefined) {
      const location = new URL(request.url!.slice(1), upstream).href;
      response.writeHead(307, { location }).end();
    } else if (request.method === 'PUT') {
      const refusal = publish((await json(request)) as Publication);
      response
        .writeHead(refusal ? 403 : 201, jsonType)
        .end(JSON.stringify(refusal ? { error: refusal } : { ok: true }));
    } else {
      const found = tarballs.get(path) ?? packages.get(path);
      const body = found instanceof Buffer ? found : JSON.stringify(found ?? { error: 'Not found' });
      response.writeHead(found ? 200 : 404, found instanceof Buffer ? {} : jsonType).end(body);
    }
  }

  /** Stores a publication; returns why not if it is refused. */
  function publish({ name, versions, _attachments: attachments, ...tags }: Publication): string | undefined {
    const [version] = Object.values(versions) as [Version];
    const [data] = Object.values(attachments).map(({ data }) => Buffer.from(data, 'base64')) as [Buffer];
    const before = packages.get(name);
    if (before?.versions[version.version]) return `You cannot publish over the version ${version.version}.`;
    const file = `${name}/-/${version.version}.tgz`;
    tarballs.set(file, data);
    const stored = { ...version, dist: { ...version.dist, tarball: `${url}${file}` } };
    packages.set(name, {
      name,
      versions: { ...before?.versions, [version.version]: stored },
      'dist-tags': { ...before?.['dist-tags'], ...tags['dist-tags'] },
    });
    return undefined;
  }
}

const jsonType = { 'content-type': 'application/json' };
