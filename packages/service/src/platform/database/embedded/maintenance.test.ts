import type { PostgresPoolClient } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startMaintenance } from './maintenance.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A connection to a database with a long log and one table full of dead rows; notes the upkeep it is asked for. */
function wornDatabase() {
  const upkeep: string[] = [];
  const state = { uses: 0, upkeep, log: [] as string[], fail: false, written: 0, gate: Promise.resolve() };
  const query = async (sql: string) => {
    if (state.fail) throw new Error('no connection');
    if (sql.includes('pg_control_checkpoint')) return { rows: [{ bytes: 1e9, written: state.written }] };
    if (sql.includes('pg_stat_user_tables')) return { rows: [{ name: 'public.t', live: 1, dead: 1e6, changed: 0 }] };
    if (sql.includes('pg_stat_force_next_flush')) return { rows: [] };
    upkeep.push(sql);
    await state.gate;
    return { rows: [] };
  };
  const connect = async () => {
    state.uses++;
    return { query, release: () => {} } as unknown as PostgresPoolClient;
  };
  const maintenance = startMaintenance(
    { connect },
    () => state.uses,
    1000,
    (line) => state.log.push(line),
  );
  return { state, maintenance };
}

test('the timer does what is due in every interval with use, and nothing without', async () => {
  const { state } = wornDatabase();
  await vi.advanceTimersByTimeAsync(5000);
  expect(state.upkeep).toEqual([]);
  state.uses++;
  state.written++;
  await vi.advanceTimersByTimeAsync(1000);
  expect(state.upkeep).toEqual(['vacuum (analyze) public.t', 'checkpoint']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(state.upkeep).toHaveLength(2);
  state.uses++;
  state.written++;
  await vi.advanceTimersByTimeAsync(1000);
  expect(state.upkeep).toHaveLength(4);
});

test('two runs never overlap', async () => {
  const { state, maintenance } = wornDatabase();
  const gate = Promise.withResolvers<void>();
  state.gate = gate.promise;
  state.uses++;
  state.written++;
  const first = maintenance.maintain();
  state.uses++;
  state.written++;
  await vi.advanceTimersByTimeAsync(3000);
  expect(maintenance.maintain()).toBe(first);
  expect(state.upkeep).toEqual(['vacuum (analyze) public.t']);
  gate.resolve();
  await first;
  expect(state.upkeep).toEqual(['vacuum (analyze) public.t', 'checkpoint']);
});

test('a failure is logged and the next interval tries again', async () => {
  const { state } = wornDatabase();
  state.fail = true;
  state.uses++;
  state.written++;
  await vi.advanceTimersByTimeAsync(1000);
  expect(state.log).toEqual(['Database maintenance failed: no connection']);
  state.fail = false;
  state.uses++;
  state.written++;
  await vi.advanceTimersByTimeAsync(1000);
  expect(state.upkeep).toEqual(['vacuum (analyze) public.t', 'checkpoint']);
});

test('stopping waits for what runs and ends the timer', async () => {
  const { state, maintenance } = wornDatabase();
  const gate = Promise.withResolvers<void>();
  state.gate = gate.promise;
  state.uses++;
  state.written++;
  void maintenance.maintain();
  await vi.advanceTimersByTimeAsync(0);
  const stopped = maintenance.stop();
  gate.resolve();
  await stopped;
  expect(state.upkeep).toEqual(['vacuum (analyze) public.t', 'checkpoint']);
  state.uses++;
  state.written++;
  await vi.advanceTimersByTimeAsync(5000);
  expect(state.upkeep).toHaveLength(2);
});

test('use that writes nothing costs a look at the log alone', async () => {
  const { state } = wornDatabase();
  state.uses++;
  state.written++;
  await vi.advanceTimersByTimeAsync(1000);
  expect(state.upkeep).toHaveLength(2);
  state.uses++;
  await vi.advanceTimersByTimeAsync(5000);
  expect(state.upkeep).toHaveLength(2);
});
