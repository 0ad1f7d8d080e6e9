import type { Worker } from 'node:worker_threads';

/** Bytes that a thread may hold outside of its heap: buffers, of which V8's limits know nothing. */
export const maxBufferBytes = 128 * 1024 * 1024;
const intervalMillis = 25;

/**
 * Calls `exceeded` once the threads that `threads` returns hold more buffers than a thread may. Each is asked while it runs,
 * so that work which never waits is noticed too; memory is counted by thread. Node 22.16 or later can tell.
 * @returns a function that stops watching
 */
export function watchBuffers(threads: () => readonly Worker[], exceeded: () => void): () => void {
  let isAsking = false;
  const timer = setInterval(async () => {
    if (isAsking) return;
    isAsking = true;
    const sizes = await Promise.all(threads().map(bufferBytesOf));
    isAsking = false;
    if (sizes.some((bytes) => bytes > maxBufferBytes)) exceeded();
  }, intervalMillis);
  return () => clearInterval(timer);
}

/** 0 for a thread that is ending. */
async function bufferBytesOf(thread: Worker): Promise<number> {
  try {
    return (await thread.getHeapStatistics?.())?.external_memory ?? 0;
  } catch {
    return 0;
  }
}
