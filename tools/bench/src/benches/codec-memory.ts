import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Figure } from '../bench.ts';
import type { Memory } from '../codec/memory-of.ts';

const MAILINGS = 20_000;

/** What a page of mailings takes in memory: once it is read, and while it is. */
export async function codecMemoryBench(): Promise<Figure[]> {
  const xml = memoryOf('xml');
  const json = memoryOf('json');
  const target = { bound: 'at most', value: 3 } as const;
  const of = (memory: Memory) => `${megabytes(memory.value)} of ${megabytes(memory.source)}`;
  return [
    {
      name: 'codec-memory: value against that of JSON.parse',
      ratio: xml.value / json.value,
      target,
      detail: `${of(xml)} of XML, ${of(json)} of JSON, ${MAILINGS} mailings, source dropped`,
    },
    {
      name: 'codec-memory: all that decode allocates against value',
      ratio: xml.allocated / xml.value,
      target,
      detail: `${megabytes(xml.allocated)} for ${megabytes(xml.value)}; JSON.parse: ${megabytes(json.allocated)}`,
    },
  ];
}

/** In a process of its own, with room for all that is allocated, so that nothing is collected meanwhile. */
function memoryOf(kind: 'xml' | 'json'): Memory {
  const script = fileURLToPath(new URL('../codec/memory-of.ts', import.meta.url));
  const flags = ['--expose-gc', '--min-semi-space-size=256', '--max-semi-space-size=256'];
  const { stdout, stderr, status } = spawnSync(process.execPath, [...flags, script, kind, String(MAILINGS)], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
