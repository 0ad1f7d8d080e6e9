import { Agent, get } from 'node:https';

export interface Load {
  url: string;
  headers: Record<string, string>;
  connections: number;
  milliseconds: number;
}

/** Requests answered per second over kept-alive connections; fails on any status but 200. */
export async function requestsPerSecond({ url, headers, connections, milliseconds }: Load): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, rejectUnauthorized: false });
  const start = performance.now();
  let answered = 0;
  const worker = async () => {
    while (performance.now() - start < milliseconds) {
      await fetchOnce(url, headers, agent);
      answered++;
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = (performance.now() - start) / 1000;
  agent.destroy();
  return answered / seconds;
}

/** The body of one answer. */
export function fetchOnce(url: string, headers: Record<string, string>, agent: Agent): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        if (response.statusCode === 200) resolve(Buffer.concat(chunks));
        else reject(new Error(`${url} answered ${response.statusCode}: ${Buffer.concat(chunks)}`));
      });
    }).on('error', reject);
  });
}
