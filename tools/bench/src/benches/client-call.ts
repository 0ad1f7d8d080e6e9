import { connect, listMailingsByStates } from '@mailwright/client';
import createOpenApiFetch from 'openapi-fetch';
import { alternate, type Figure } from '../bench.ts';
import { mailings } from '../servers/pages.ts';

const calls = 2000;
const rounds = 7;
const targetMicroseconds = 60;

/**
 * A call of the client on a 1 kB answer against bare fetch and openapi-fetch with JSON, over a fetch that answers from
 * memory: what is left is the overhead.
 */
export async function clientCallBench(): Promise<Figure[]> {
  const items = mailings(4);
  const fields = items.map(
    ({ id, fields }) => `<mailing><id>${id}</id><fields>${fields.map(fieldXml).join('')}</fields></mailing>`,
  );
  const xml = `<?xml version="1.0" encoding="UTF-8"?><mailings>${fields.join('')}</mailings>`;
  const json = JSON.stringify(items);
  const headers = { 'content-type': 'application/vnd.service.api+xml', 'x-items': '4', 'x-pages': '1' };
  const answerXml = async () => new Response(xml, { headers });
  const answerJson = async () => new Response(json, { headers: { ...headers, 'content-type': 'application/json' } });

  const connection = connect({
    baseUrl: 'https://localhost/1.0',
    apiKey: 'benchmark-key-0123456789',
    fetch: answerXml,
  });
  const openapi = createOpenApiFetch<Record<string, never>>({ baseUrl: 'https://localhost/1.0', fetch: answerJson });
  const bare = async () => (await answerXml()).text();
  const ours = () => listMailingsByStates(connection, { states: ['draft'] }).orThrow();
  // biome-ignore lint/suspicious/noExplicitAny: the path is one that no description declares
  const theirs = () => (openapi as any).GET('/mailings/filter/states', { params: { query: { states: ['draft'] } } });

  const overBare = await alternate(
    rounds,
    () => microseconds(ours),
    () => microseconds(bare),
  );
  const overTheirs = await alternate(
    rounds,
    () => microseconds(ours),
    () => microseconds(theirs),
  );
  const overhead = overBare.subject - overBare.baseline;
  return [
    {
      name: 'client-call-overhead',
      ratio: overhead / targetMicroseconds,
      target: { bound: 'at most', value: 1 },
      detail: `${overhead.toFixed(1)} µs on top of bare fetch's ${overBare.baseline.toFixed(1)} µs; 1 is ${targetMicroseconds} µs`,
    },
    {
      name: 'client-call-openapi-fetch',
      ratio: overTheirs.ratio,
      target: null,
      detail: `${overTheirs.subject.toFixed(1)} µs with XML against ${overTheirs.baseline.toFixed(1)} µs of openapi-fetch with JSON`,
    },
  ];
}

function fieldXml({ name, value }: { name: string; value: string | null }): string {
  return `<field><name>${name}</name>${value === null ? '<value nil="true"/>' : `<value>${value}</value>`}</field>`;
}

/** Mean CPU time of one call, in microseconds: what it takes on a machine that has nothing else to do. */
async function microseconds(call: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  for (let i = 0; i < calls; i++) await call();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / calls;
}
