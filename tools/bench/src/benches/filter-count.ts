import { sql } from 'kysely';
import type { Group } from '../../../../packages/service/src/audiences/filters/rules.ts';
import { filterCondition } from '../../../../packages/service/src/audiences/filters/store.ts';
import { countInPieces } from '../../../../packages/service/src/people/contacts/pieces.ts';
import { alternate, type Figure } from '../bench.ts';
import { type BenchDatabase, openEmbeddedDatabase, openServerDatabase } from '../load/databases.ts';

const rounds = 5;
const target = { bound: 'at most', value: 1.25 } as const;
const rules = (age: string): Group => ({
  match: 'all',
  groups: [],
  rules: [
    { field: 'CITY', is_customfield: false, operator: 'EQUALS', type: 'string', value: 'Paris' },
    { field: age, is_customfield: true, operator: 'GREATER', type: 'integer', value: '40' },
    { field: 'EMAIL', is_customfield: false, operator: 'ENDS_WITH', type: 'string', value: '@example.com' },
  ],
});

/** Counting the contacts of a filter with three rules, against the SQL that somebody would write for it by hand. */
export async function filterCountBench(): Promise<Figure[]> {
  return [
    await measure('filter-count PostgreSQL', openServerDatabase, 1_000_000),
    await measure('filter-count embedded', openEmbeddedDatabase, 100_000),
  ];
}

async function measure(name: string, open: () => Promise<BenchDatabase>, contacts: number): Promise<Figure> {
  const { kysely, close } = await open();
  try {
    const account = kysely.insertInto('account').values({ name: 'bench', domain: 'example.com' }).returning('id');
    const { id } = await account.executeTakeFirstOrThrow();
    const field = kysely
      .insertInto('custom_field')
      .values({ account_id: id, name: 'AGE', type: 'integer' })
      .returning('id');
    const age = String((await field.executeTakeFirstOrThrow()).id);
    await sql`
      insert into contact (account_id, email, email_folded, permission, standard_fields, custom_fields)
      select ${id}, email, email, 5,
        jsonb_build_object('CITY', (array['Paris', 'Lagos', 'Milan', 'Sofia'])[1 + i % 4], 'FIRSTNAME', 'Person ' || i),
        jsonb_build_object(${age}::text, i % 83, '0', i % 2 = 0)
      from (select i, 'p' || i || '@example.' || (array['com', 'org', 'net'])[1 + i % 3] as email
        from generate_series(1, ${contacts}::int) as i) as people`.execute(kysely);
    await sql`vacuum analyze contact`.execute(kysely);

    const found: number[] = [];
    const timed = async (count: () => Promise<{ all: number }>) => {
      const start = performance.now();
      found.push((await count()).all);
      return performance.now() - start;
    };
    const byHand = async () => {
      const { rows } = await sql<{ all: number; active: number }>`
        select count(*) as all,
          count(*) filter (where permission > 1 and unsubscribed_at is null and blocked_at is null) as active
        from contact
        where account_id = ${id} and lower(standard_fields ->> 'CITY') = 'paris'
          and (custom_fields ->> ${age}::text)::int > 40 and email_folded like '%@example.com'`.execute(kysely);
      return rows[0]!;
    };
    const condition = filterCondition({ account_id: id, rules: rules(age) });
    const { subject, baseline, ratio } = await alternate(
      rounds,
      () => timed(() => countInPieces(kysely, id, condition)),
      () => timed(byHand),
    );
    if (new Set(found).size !== 1) throw new Error(`The counts differ: ${[...new Set(found)].join(', ')}`);
    const detail = `${subject.toFixed(0)} ms against ${baseline.toFixed(0)} ms, ${found[0]} of ${contacts} contacts`;
    return { name, ratio, target, detail };
  } finally {
    await close();
  }
}
