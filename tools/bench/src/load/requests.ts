import { Agent, request } from 'node:https';

export interface Load {
  url: string;
  headers: Record<string, string>;
  connections: number;
  milliseconds: number;
}

/** Requests answered per second over kept-alive connections; fails on any status but 200. */
export function requestsPerSecond({ url, headers, ...load }: Load): Promise<number> {
  return callsPerSecond(load, () => ({ url, headers }));
}

/** A request to a service. */
export interface Call {
  url: string;
  headers: Record<string, string>;
  /** GET without one, else POST. */
  body?: string;
}

/** As `requestsPerSecond`, each request another one; 201 is as good as 200. */
export async function callsPerSecond(
  { connections, milliseconds }: Pick<Load, 'connections' | 'milliseconds'>,
  next: () => Call,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, rejectUnauthorized: false });
  const start = performance.now();
  let answered = 0;
  const worker = async () => {
    while (performance.now() - start < milliseconds) {
      await call(next(), agent);
      answered++;
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = (performance.now() - start) / 1000;
  agent.destroy();
  return answered / seconds;
}

/** The body of one answer. */
export const fetchOnce = (url: string, headers: Record<string, string>, agent: Agent): Promise<Buffer> =>
  call({ url, headers }, agent);

function call({ url, headers, body }: Call, agent: Agent): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    request(url, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        if (response.statusCode === 200 || response.statusCode === 201) resolve(Buffer.concat(chunks));
        else reject(new Error(`${url} answered ${response.statusCode}: ${Buffer.concat(chunks)}`));
      });
    })
      .on('error', reject)
      .end(body);
  });
}
