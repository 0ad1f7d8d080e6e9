import { Agent, request } from 'node:https';

interface Senders {
  clients: number;
  mails: number;
  key: string;
}

/** Posts mails as JSON from several clients, each of which sends the next one when the last one is accepted; returns mails a second. */
export async function postTogether(url: string, { clients, mails, key }: Senders): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients, rejectUnauthorized: false });
  const started = performance.now();
  let left = mails;
  const sendOn = async () => {
    while (left-- > 0) await post(url, agent, key, `reader${left}@example.org`);
  };
  await Promise.all(Array.from({ length: clients }, sendOn));
  agent.destroy();
  return mails / ((performance.now() - started) / 1000);
}

function post(url: string, agent: Agent, key: string, email: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'application/json' };
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const call = request(url, { method: 'POST', headers, agent }, (response) => {
    const isAccepted = response.statusCode! < 300;
    response.on('end', () => (isAccepted ? resolve() : reject(new Error(`${url} answered ${response.statusCode}`))));
    response.resume();
  });
  call.on('error', reject);
  const text = 'Choose a new password: https://shop.example.com/reset/7f3a';
  call.end(JSON.stringify({ to: [{ email }], from: { email: 'service@example.com' }, subject: 'Your password', text }));
  return promise;
}
