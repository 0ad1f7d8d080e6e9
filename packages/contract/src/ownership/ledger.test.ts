import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createInventor } from './invent.ts';
import { createLedger } from './ledger.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const item = { template: '/customers/{id}', declared: false };
const part = { template: '/customers/{id}/orders/{order}', declared: false };

test.each<[string, string, string, string, boolean]>([
  ['reading what was there', 'GET', '/customers/1', item.template, true],
  ['deleting what was there', 'DELETE', '/customers/1', item.template, false],
  ['deleting what the run has made', 'DELETE', '/customers/7', item.template, true],
  ['an id that begins like ours', 'DELETE', '/customers/77', item.template, false],
  ['our id of something else', 'DELETE', '/orders/7', '/orders/{id}', false],
  ['changing what is below ours', 'PUT', '/customers/7/orders/1', part.template, true],
  ['adding to what was there', 'POST', '/customers/1/orders', '/customers/{id}/orders', false],
  ['making something', 'POST', '/customers', '/customers', true],
  ['changing the only one there is', 'PUT', '/settings', '/settings', false],
  ['deleting all', 'DELETE', '/customers', '/customers', false],
  ['deleting some, as a POST', 'POST', '/customers/delete', '/customers/delete', false],
])('%s', (_, method, path, template, wanted) => {
  const ledger = createLedger(createInventor('seed'));
  ledger.own('/customers/7');
  expect(ledger.permits({ method, path, template, declared: false })).toBe(wanted);
});

test('nothing is changed but what the run has made or invented', () => {
  const segment = fc.constantFrom('1', '2', '7', 'a%2Fb', 'customers', 'x');
  const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => `/${segments.join('/')}`);
  const request = fc.record({ method: fc.constantFrom(...METHODS), path, invents: fc.boolean() });
  fc.assert(
    fc.property(fc.string(), fc.array(path), fc.array(request), (seed, owned, requests) => {
      const inventor = createInventor(seed);
      const ledger = createLedger(inventor);
      for (const each of owned) ledger.own(each);
      for (const { method, path, invents } of requests) {
        const template = path.replace(/\/(?!customers)[^/]+/g, '/{id}');
        const sent = invents ? `${path}/${inventor.invent().uniqueNumber}` : path;
        const isOurs = invents || owned.some((each) => path === each || path.startsWith(`${each}/`));
        const isMaking = method === 'POST' && !template.includes('{');
        const isReading = method === 'GET' || method === 'HEAD';
        const permitted = ledger.permits({ method, path: sent, template, declared: false });
        expect(permitted).toBe(isReading || isOurs || isMaking);
      }
    }),
  );
});
