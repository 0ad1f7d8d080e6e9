import { sql } from 'kysely';
import type { Db } from '../../src/platform/database/schema.ts';
import type { Random } from '../support/random.ts';
import { Stage } from './stage.ts';

/** Kills an actor when a step has taken effect, before the actor hears of it. */
export class FatalStage extends Stage {
  #left: number;

  constructor(random: Random, steps: number) {
    super(random, async () => false);
    this.#left = steps;
  }

  override step<Result>(actor: string, label: string, run: () => Promise<Result>, pid?: number): Promise<Result> {
    const last = async () => {
      const result = await run();
      if (--this.#left === 0) this.kill(actor);
      return result;
    };
    return super.step(actor, label, last, pid);
  }

  get isOver(): boolean {
    return this.#left > 0;
  }
}

/** Waits until the connections that were cut are gone, and with them what was not committed. */
export async function leave(db: Db): Promise<void> {
  for (let others = true; others; ) {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and state <> 'idle'`.execute(
      db,
    );
    others = rows.length > 0;
  }
}
