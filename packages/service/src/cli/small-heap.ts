import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the heap of a command small that makes much garbage and holds little. V8 would let it grow to several times of
 * what is in use before it cleans up: an import of 400,000 rows took 420 MB in place of 170, and was no faster.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=30');
  setFlagsFromString('--semi-space-growth-factor=1');
}
