import { expect, test } from 'vitest';
import { readRetryAfter, toAcmeError } from './problem.ts';

const urn = 'urn:ietf:params:acme:error:';

test.each([
  [{ type: `${urn}connection`, detail: 'Timeout during connect' }, 'port_closed', 'Open ports 80 and 443'],
  [{ type: `${urn}dns`, detail: 'NXDOMAIN' }, 'dns', 'Create an A or AAAA record'],
  [{ type: `${urn}caa` }, 'dns', 'CAA record'],
  [{ type: `${urn}unauthorized`, detail: 'Invalid response: 404' }, 'other_server', 'It says: Invalid response: 404'],
  [{ type: `${urn}incorrectResponse` }, 'other_server', 'Another server answers'],
  [{ type: `${urn}tls` }, 'other_server', 'ends TLS'],
  [{ type: `${urn}rateLimited` }, 'rate_limit', 'wait'],
  [{ type: `${urn}rejectedIdentifier` }, 'refused', '--acme-domain'],
  [{ type: `${urn}serverInternal`, detail: 'x' }, 'authority_unreachable', 'wait. It says: x'],
  [{ type: `${urn}badCSR`, detail: 'x' }, 'refused', 'refused the order. It says: x'],
  [{ type: 'constructor' }, 'refused', 'refused the order'],
  [{}, 'refused', 'refused the order'],
  [{ type: `${urn}compound`, subproblems: [{ type: `${urn}dns`, detail: 'none' }] }, 'dns', 'It says: none'],
])('%j', (problem, fault, words) => {
  const error = toAcmeError(problem, 'news.example.com');
  expect(error.fault).toBe(fault);
  expect(error.message).toContain(words);
  expect(error.message).toMatch(/^news\.example\.com: /);
});

test('what the authority says becomes one line of bounded length', () => {
  const { message } = toAcmeError({ detail: `a\r\nb\u001b[31m${'x'.repeat(5000)}` }, 'a.example');
  expect(message).toContain('It says: a b [31m');
  expect(message.length).toBeLessThan(600);
});

const now = new Date('2031-01-01T00:00:00Z');
test.each([
  [null, undefined],
  ['120', '2031-01-01T00:02:00.000Z'],
  ['Wed, 01 Jan 2031 01:00:00 GMT', '2031-01-01T01:00:00.000Z'],
  ['soon', undefined],
  ['99999999999', '2031-01-08T00:00:00.000Z'],
])('Retry-After: %s', (header, wanted) => {
  expect(readRetryAfter(header, now)?.toISOString()).toBe(wanted);
});
