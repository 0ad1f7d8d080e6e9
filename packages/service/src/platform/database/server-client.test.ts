import { expect, test } from 'vitest';
import { HostOrder } from './server-client.ts';

const hosts = ['a', 'b', 'c'].map((name) => ({ name, connectionString: name }));

test('hosts are tried in turn, and the one that suited comes first from then on', async () => {
  const order = new HostOrder(hosts);
  const tried: string[] = [];
  const tryFor = (wanted: string) =>
    order.try(async ({ name }) => {
      tried.push(name);
      if (name !== wanted) throw new Error(`it is not ${wanted}`);
      return name;
    });
  for (const wanted of ['b', 'b', 'a']) expect(await tryFor(wanted)).toBe(wanted);
  expect(tried.join(' ')).toBe('a b b b c a');
  await expect(tryFor('d')).rejects.toMatchObject({
    errors: ['a', 'b', 'c'].map((name) => new Error(`${name}: it is not d`)),
  });
});

test('the error of a single host stays as it is', async () => {
  const fault = new Error('no');
  await expect(new HostOrder(hosts.slice(1, 2)).try(() => Promise.reject(fault))).rejects.toBe(fault);
});
