import { Agent, get } from 'node:https';

export interface RedirectLoad {
  /** Asked for in turn. */
  urls: readonly string[];
  connections: number;
  milliseconds: number;
}

export interface Redirects {
  perSecond: number;
  answered: number;
  /** Milliseconds in which 99 of 100 were answered. */
  p99: number;
}

const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

/** Follows none of them; fails on any status but 302. */
export async function askForRedirects({ urls, connections, milliseconds }: RedirectLoad): Promise<Redirects> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, rejectUnauthorized: false });
  const start = performance.now();
  const times: number[] = [];
  const worker = async () => {
    while (performance.now() - start < milliseconds) {
      const asked = performance.now();
      await askOnce(urls[times.length % urls.length]!, agent);
      times.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = (performance.now() - start) / 1000;
  agent.destroy();
  times.sort((a, b) => a - b);
  return { perSecond: times.length / seconds, answered: times.length, p99: times[Math.floor(times.length * 0.99)]! };
}

function askOnce(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      response.resume();
      response.on('end', () => {
        if (response.statusCode === 302) resolve();
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
    }).on('error', reject);
  });
}
