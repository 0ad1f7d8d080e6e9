import { expect, test } from 'vitest';
import { partsOf } from './parts.ts';

test('the innermost file that is part of a mail decides', () => {
  const node = (id: number, functionName: string, url: string, children: number[] = []) => ({
    id,
    callFrame: { functionName, url },
    children,
  });
  const src = 'file:///x/packages/service/src/';
  const nodes = [
    node(1, '(root)', '', [2, 6, 7]),
    node(2, 'run', `${src}sending/deliveries/engine.ts`, [3]),
    node(3, 'make', `${src}sending/mail/compile-mail.ts`, [4]),
    node(4, 'writeToken', `${src}tracking/tokens/token.ts`, [5]),
    node(5, 'update', 'node:internal/crypto/hash'),
    node(6, '(idle)', ''),
    node(7, 'onStreamRead', 'node:internal/stream_base_commons'),
  ];
  const profile = { nodes, samples: [5, 5, 3, 2, 6, 7], timeDeltas: [10, 20, 4, 3, 100, 1] };
  expect(Object.fromEntries(partsOf(profile))).toEqual({
    links: 30,
    MIME: 4,
    'claim and plan': 3,
    waiting: 100,
    'event loop': 1,
  });
});
