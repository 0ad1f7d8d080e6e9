import { expect, test } from 'vitest';
import { drawFlames } from './draw.ts';
import { type CpuProfile, fold } from './fold.ts';

const frame = (functionName: string, url = '') => ({ functionName, url });
const profile: CpuProfile = {
  nodes: [
    { id: 1, callFrame: frame('(root)'), children: [2, 3, 5] },
    { id: 2, callFrame: frame('(idle)') },
    { id: 3, callFrame: frame('send', 'file:///x/packages/service/src/send.ts'), children: [4] },
    { id: 4, callFrame: frame('write', 'node:net') },
    { id: 5, callFrame: frame('send', 'file:///x/packages/service/src/send.ts'), children: [6] },
    { id: 6, callFrame: frame('sign', 'file:///x/node_modules/dkim/<sign>.js') },
  ],
  samples: [2, 3, 4, 4, 6],
  timeDeltas: [1000, 10, 20, 30, 40],
};

test('stacks are added up by name, without idle time', () => {
  const root = fold(profile);
  expect(root.micros).toBe(100);
  const [send] = root.calls.values();
  expect([send!.name, send!.origin, send!.micros]).toEqual(['send (send.ts)', 'service', 100]);
  expect(Array.from(send!.calls.values(), ({ name, origin, micros }) => [name, origin, micros])).toEqual([
    ['write (node:net)', 'node', 50],
    ['sign (<sign>.js)', 'library', 40],
  ]);
});

test('each frame has its share of the width, and names are text', () => {
  const svg = drawFlames('A day', fold(profile));
  expect(svg).toContain('width="600.0"'); // of 1200: write
  expect(svg).toContain('sign (&lt;sign&gt;.js), 40.0 %');
});
