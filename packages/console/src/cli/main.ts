import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from '@mailwright/client';
import { fetchListener } from '@mailwright/server-runtime/web';
import { Command, InvalidArgumentError } from 'commander';
import { createConsole } from '../console.ts';
import { memorySessions } from '../web/sessions.ts';

interface Options {
  api: string;
  host: string;
  port: number;
  development: boolean;
}

const program = new Command('mailwright-console')
  .description('Serves the console for a Mailwright service that runs elsewhere.')
  .requiredOption('--api <url>', 'base URL of the API, such as https://mail.example.com/1.0', parseUrl)
  .option('--host <address>', 'address to listen at', 'localhost')
  .option('--port <number>', 'port to listen at; 0 takes a free one', parsePort, 8450)
  .option('--development', 'shows the page of all components', false)
  .action(serve);

await program.parseAsync();

/** Speaks plain HTTP: browsers take the cookie at localhost, elsewhere a proxy in front must speak HTTPS. */
async function serve({ api, host, port, development }: Options): Promise<void> {
  const check = async (apiKey: string) => (await createClient({ baseUrl: api, apiKey }).account.getInfo()).ok;
  const handle = createConsole({
    apiUrl: () => api,
    sessions: memorySessions(check),
    development,
    onError: (error) => console.error(error),
  });
  const listener = fetchListener(handle, `http://${host}`);
  const server = createServer((request, response) => {
    if (!/^\/console(?:[/?]|$)/.test(request.url ?? '')) return response.writeHead(302, { location: '/console' }).end();
    return void listener(request, response, { address: request.socket.remoteAddress ?? '' });
  });
  await once(server.listen(port, host), 'listening');
  console.log(`The console of ${api} runs at http://${host}:${(server.address() as AddressInfo).port}/console`);
}

function parseUrl(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new InvalidArgumentError('It must begin with https:// or http://.');
  return text.replace(/\/$/, '');
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError('It must be a whole number from 0 to 65535.');
  return port;
}
