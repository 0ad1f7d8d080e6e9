/**
 * Loads what most tests load, in a process before theirs: each of them finds its types stripped and its code compiled in the cache
 * of this run (NODE_COMPILE_CACHE), where the first ones would do that side by side.
 */
await Promise.all([
  import('../../src/app/server.ts'),
  import('../../src/app/compose.ts'),
  import('../../src/cli/program.ts'),
  import('@mailwright/client'),
]);
// The service keeps timers; a process that ends writes the cache.
process.exit();
