import { setFlagsFromString } from 'node:v8';

/**
 * Before Node 26, lets V8 run PostgreSQL as its baseline compiler translates it, without optimising what is used often.
 * That costs statements up to 1.75 times as much, and saves the 600 MB which optimising takes for one function alone
 * (docs/decisions/embedded-database.md). Has to be called before the database is compiled; nothing else of weight here is WebAssembly.
 */
export function leaveUnoptimized(): void {
  if (Number.parseInt(process.versions.node, 10) >= 26) return;
  for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);
}
