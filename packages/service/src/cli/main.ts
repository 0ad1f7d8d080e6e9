#!/usr/bin/env node
import { keepHeapSmall } from './small-heap.ts';

/** Commands that run for long or read much. The others are over before memory matters, and start faster with large heaps. */
const long = ['serve', 'work', 'import'];

// Before the modules are loaded: that alone lets the young generation grow to 64 MB, and it never shrinks below what it has.
if (long.includes(process.argv[2] ?? '')) keepHeapSmall();
await (await import('./program.ts')).run();
