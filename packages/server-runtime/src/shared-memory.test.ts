import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SharedMemory } from './shared-memory.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** 100 bytes of all clients, 60 of each. */
function shared() {
  const memory = new SharedMemory({ all: 100, client: 60 });
  const begun: string[] = [];
  const failed: string[] = [];
  const releases = new Map<string, () => void>();
  const begin = (client: string, name: string, bytes: number) =>
    void memory.acquire(client, bytes).then(
      (release) => {
        begun.push(name);
        releases.set(name, release);
      },
      (error: Error & { status: number }) => failed.push(`${name} ${error.status}`),
    );
  const settled = () => vi.advanceTimersByTimeAsync(0);
  return { begin, begun, failed, settled, end: (name: string) => releases.get(name)!() };
}

test('bodies of a client wait for its own, bodies of others do not', async () => {
  const { begin, begun, settled, end } = shared();
  for (const name of ['a1', 'a2', 'a3']) begin('a', name, 40);
  begin('b', 'b1', 40);
  await settled();
  expect(begun).toEqual(['a1', 'b1']);
  end('a1');
  await settled();
  expect(begun).toEqual(['a1', 'b1', 'a2']);
});

test('clients that wait take turns', async () => {
  const { begin, begun, settled, end } = shared();
  begin('a', 'a1', 60);
  begin('b', 'b1', 40);
  for (const name of ['a2', 'a3', 'a4']) begin('a', name, 40);
  begin('c', 'c1', 40);
  begin('c', 'c2', 40);
  await settled();
  for (const name of ['a1', 'b1', 'a2', 'c1']) {
    end(name);
    await settled();
  }
  expect(begun).toEqual(['a1', 'b1', 'a2', 'c1', 'a3', 'c2']);
});

test('a long body is not starved by short ones of others', async () => {
  const { begin, begun, settled, end } = shared();
  begin('a', 'a1', 60);
  begin('b', 'long', 60);
  begin('c', 'c1', 10);
  await settled();
  expect(begun).toEqual(['a1']);
  end('a1');
  await settled();
  expect(begun).toEqual(['a1', 'long', 'c1']);
});

test('more than a client may hold counts as that', async () => {
  const { begin, begun, settled, end } = shared();
  begin('a', 'huge', 1000);
  begin('a', 'a2', 1);
  begin('b', 'b1', 40);
  await settled();
  expect(begun).toEqual(['huge', 'b1']);
  end('huge');
  await settled();
  expect(begun).toEqual(['huge', 'b1', 'a2']);
});

test('a body that waits for a minute is refused, and counts no more', async () => {
  const { begin, begun, failed, settled, end } = shared();
  begin('a', 'a1', 60);
  begin('a', 'a2', 60);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(failed).toEqual(['a2 503']);
  end('a1');
  begin('a', 'a3', 60);
  await settled();
  expect(begun).toEqual(['a1', 'a3']);
});
