import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { alternate, type Figure } from '../bench.ts';
import { fetchOnce, requestsPerSecond } from '../load/requests.ts';
import { type RunningService, startService } from '../load/service.ts';

const bareServer = fileURLToPath(new URL('../load/bare-server.ts', import.meta.url));
export const list = '/mailings/filter/states?fields=name&fields=state&fields=type&fields=scheduleTime&page_size=100';
const rounds = 5;

/** A list of 100 mailings with four fields over HTTPS, against a bare node:https server that sends the same bytes. */
export async function listMailingsBench(): Promise<Figure[]> {
  const service = await startService();
  try {
    const headers = { authorization: `Bearer ${service.key}` };
    await createMailings(service, headers, 100);
    const body = await fetchOnce(service.baseUrl + list, headers, new Agent({ rejectUnauthorized: false }));
    const bare = await startBareServer(service, body);
    try {
      const load = { headers, connections: 16, milliseconds: 1500 };
      const { subject, baseline, ratio } = await alternate(
        rounds,
        () => requestsPerSecond({ ...load, url: service.baseUrl + list }),
        () => requestsPerSecond({ ...load, url: bare.url }),
      );
      const detail = `${subject.toFixed(0)} requests/s against ${baseline.toFixed(0)}, ${body.length} bytes each`;
      return [{ name: 'list-mailings', ratio, target: { bound: 'at least', value: 0.35 }, detail }];
    } finally {
      bare.stop();
    }
  } finally {
    await service.stop();
  }
}

export async function createMailings(
  { baseUrl }: Pick<RunningService, 'baseUrl'>,
  headers: Record<string, string>,
  count: number,
): Promise<void> {
  for (let i = 1; i <= count; i++) {
    const call = request(`${baseUrl}/mailings?name=Mailing%20${i}&subject=Hello`, {
      method: 'POST',
      headers,
      rejectUnauthorized: false,
    });
    call.end();
    const [response] = await once(call, 'response');
    response.resume();
    if (response.statusCode !== 201) throw new Error(`Creating a mailing was answered with ${response.statusCode}`);
  }
}

async function startBareServer({ dataDir }: RunningService, body: Buffer): Promise<{ url: string; stop(): void }> {
  const bodyFile = join(dataDir, 'body.xml');
  writeFileSync(bodyFile, body);
  const args = [bareServer, join(dataDir, 'tls/key.pem'), join(dataDir, 'tls/certificate.pem'), bodyFile];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(child.stdout, 'data');
  return { url: `https://localhost:${String(port).trim()}/`, stop: () => child.kill() };
}
