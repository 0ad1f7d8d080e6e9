import { expect, test } from 'vitest';
import { limitMemory } from './limit-memory.ts';

interface Memory {
  buffer: ArrayBuffer;
  grow(pages: number): number;
}
/** As in the standard; there are no types of it without those of browsers. */
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: { instantiate(module: Uint8Array): Promise<{ instance: { exports: { m: Memory } } }> };
};

const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
/** A memory that is exported as `m`. */
const exported = [7, 5, 1, 1, 0x6d, 2, 0];

test.each([
  { given: 'without a maximum', memory: [5, 3, 1, 0, 1] },
  { given: 'with a maximum', memory: [5, 5, 1, 1, 1, 0x80, 0x20] },
  { given: 'with a size of two bytes', memory: [5, 0x83, 0, 1, 0, 1] },
])('a memory $given grows to the limit, and not beyond', async ({ memory }) => {
  const module = limitMemory(Uint8Array.from([...header, ...memory, ...exported]), 200 * 65_536 + 1);
  const { m } = (await WebAssembly.instantiate(module)).instance.exports;
  m.grow(199);
  expect(m.buffer.byteLength).toBe(200 * 65_536);
  expect(() => m.grow(1)).toThrow(RangeError);
});

test('a module without a memory is none that can be limited', () => {
  expect(() => limitMemory(Uint8Array.from(header), 1)).toThrow('declares no memory');
});
