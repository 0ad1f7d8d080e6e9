import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { matchSteps } from './match-steps.ts';
import { findVersion, type Program } from './programs.ts';
import { type FaultyStep, findFaultySteps } from './step-faults.ts';
import { standingOf, targetOf } from './take-over.ts';

/** Contacts that are at the same step of an older version, and where the newest version would have them. */
export interface TakeoverPlace {
  version: number;
  step: number;
  contacts: number;
  becomes: 'same' | 'changed' | 'deleted';
  /** Absent at the end. */
  target?: number;
}

export interface TakeoverPreview {
  contacts: number;
  places: TakeoverPlace[];
  warnings: FaultyStep[];
}

/** Contacts whose places do not differ in what matters to a takeover. */
interface PlaceRow {
  version: number;
  step: number;
  /** The last step that was taken in this version, if the next one does not wait for anything. */
  last: number | null;
  is_later: boolean;
  contacts: number;
}

/** Says where the newest version of a program would have the contacts that go through older ones; the newest of these first. */
export async function previewTakeover(db: Db, program: Program, now: Date): Promise<TakeoverPreview> {
  const { account_id, id, steps, version } = program;
  const { rows } = await sql<PlaceRow>`
    select version, step, due_at > ${now}::timestamptz as is_later, count(*)::int4 as contacts,
      case when waits_since is null and coalesce((earlier_versions -> -1 ->> 'taken')::int4, 0) < taken
        then (passed -> -1 ->> 'step')::int4 end as last
    from automation_run
    where account_id = ${account_id} and program_id = ${id} and ended_at is null and version < ${version}
    group by version, step, is_later, last
    order by version desc, step`.execute(db);
  const places: TakeoverPlace[] = [];
  for (const [older, ofVersion] of Map.groupBy(rows, (row) => row.version)) {
    const { steps: from } = (await findVersion(db, program, older))!;
    const matches = matchSteps(from, steps);
    const standings = ofVersion.map((row) => ({ ...standingOf(placeOf(row, now), from, now), contacts: row.contacts }));
    for (const [step, there] of Map.groupBy(standings, ({ index }) => index)) {
      const target = targetOf(there[0]!, { from, to: steps, version, matches }).index;
      const isKept = step === from.length || matches.after[step] !== undefined;
      places.push({
        ...{ version: older, step },
        contacts: there.reduce((sum, { contacts }) => sum + contacts, 0),
        becomes: isKept ? (matches.changed.has(target) ? 'changed' : 'same') : 'deleted',
        ...(target < steps.length && { target }),
      });
    }
  }
  return {
    contacts: places.reduce((sum, { contacts }) => sum + contacts, 0),
    places: places.toSorted((a, b) => b.version - a.version || a.step - b.step),
    warnings: await findFaultySteps(db, account_id, steps),
  };
}

const placeOf = ({ step, last, is_later }: PlaceRow, now: Date) => ({
  step,
  taken: last === null ? 0 : 1,
  waits_since: null,
  due_at: new Date(now.getTime() + (is_later ? 1 : 0)),
  passed: last === null ? [] : [{ step: last, at: 0 }],
  earlier_versions: [],
});
