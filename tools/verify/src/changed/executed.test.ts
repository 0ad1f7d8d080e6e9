import { expect, test } from 'vitest';
import { executedSources } from './executed.ts';

const range = (startOffset: number, endOffset: number, count: number, functionName = '') => ({
  functionName,
  isBlockCoverage: false,
  ranges: [{ startOffset, endOffset, count }],
});
const script = (url: string, ...functions: ReturnType<typeof range>[]) => ({ scriptId: '1', url, functions });

test('sources of which a function has run', () => {
  const scripts = [
    script('file:///root/packages/a.ts', range(0, 1000, 1), range(5, 995, 1), range(100, 120, 1, 'add')),
    script('/root/packages/b.ts?v=1', range(0, 1000, 1), range(100, 200, 3)),
    script(
      'file:///root/packages/only-loaded.ts',
      range(0, 1000, 1),
      range(5, 995, 1),
      range(100, 200, 0),
      range(20, 60, 1),
    ),
    script('file:///root/node_modules/other/c.ts', range(0, 1000, 1), range(100, 300, 1)),
    script('file:///elsewhere/d.ts', range(0, 1000, 1), range(100, 300, 1)),
    script('node:fs', range(0, 1000, 1), range(100, 300, 1)),
  ];
  expect(executedSources(scripts, '/root/')).toEqual(['packages/a.ts', 'packages/b.ts']);
});
