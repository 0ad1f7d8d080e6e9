import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Client, createClient } from '@mailwright/client';
import { Agent, fetch as fetchWith } from 'undici';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const html = `<p>Hello [[CONTACT|FIRSTNAME|friend]],</p>
<p><a href="https://shop.example.net/spring">spring is here</a>.</p>
<p><a href="[[LINK|UNSUBSCRIBE]]">Unsubscribe</a></p>`;

interface SampleOptions {
  directory: string;
  /** Of the service; this one by default. */
  checkout?: string;
  /** Port of HTTPS; 0 takes a free one. */
  port?: number;
  /** API key, instead of a generated one. */
  key?: string;
}

export type Sample = Awaited<ReturnType<typeof startSample>>;

/** A service with a mailing that was sent, in a directory of its own; its most important pages by name. */
export async function startSample({ directory, checkout = root, port = 0, key: ownKey }: SampleOptions) {
  const entry = join(checkout, 'packages/service/src/cli/main.ts');
  const args = ['serve', '--data', join(directory, 'data'), '--port', String(port), '--http-port', '0'];
  const child = spawn(process.execPath, [entry, ...args, ...(ownKey ? ['--key', ownKey] : [])], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += chunk;
    if (printed.includes('Ctrl+C')) break;
  }
  const [, origin = ''] = /API {2,}(\S+)\/1\.0/.exec(printed) ?? [];
  const [, printedKey = ''] = /API key {2,}(\S+)/.exec(printed) ?? [];
  const key = ownKey ?? printedKey;
  // The certificate is the service's own, made a moment ago.
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
  const client = createClient({
    baseUrl: `${origin}/1.0`,
    apiKey: key,
    fetch: (request) => fetchWith(request.url, init(request, dispatcher)) as unknown as Promise<Response>,
  });
  const mailingid = await client.mailings.create({ name: 'Spring', subject: 'Spring is here' }).orThrow();
  await client.mailings.setSender({ mailingid, body: 'news@example.com' }).orThrow();
  await client.mailings.setHtml({ mailingid, body: html }).orThrow();
  const groups = await client.targetGroups.list({}).orThrow();
  const everybody = groups.items.find(({ type }) => type === 'regular')!.id;
  await client.regularMailings.setTargetGroup({ mailingid, body: everybody }).orThrow();
  await client.mailings.sendNow({ mailingid }).orThrow();
  while ((await client.mailings.getState({ mailingid }).orThrow()) !== 'done')
    await new Promise((next) => setTimeout(next, 100));
  const report = new URL(await client.mailings.getReportUrl({ mailingid }).orThrow()).pathname;
  return {
    origin,
    key,
    client: client as Client,
    mailingid,
    everybody,
    html,
    pages: {
      console: '/console',
      report,
      outbox: '/outbox',
      docs: '/docs/',
      guide: '/docs/guides/quick-start.html',
      reference: '/docs/reference/contacts/createContactByEmail.html',
    },
    async close() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await dispatcher.close();
    },
  };
}

const init = ({ method, headers, body }: Request, dispatcher: Agent) =>
  ({ method, headers: Object.fromEntries(headers), body, duplex: 'half', dispatcher }) as never;
