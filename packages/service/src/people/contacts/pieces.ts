import { ShortCache } from '../../platform/cache/short-cache.ts';
import type { Db } from '../../platform/database/schema.ts';
import { perDatabase } from '../../platform/lists/per-database.ts';
import { type ContactCounts, countContacts } from './counts.ts';
import { piecesAtOnce, slices } from './slices.ts';
import type { ContactCondition } from './store.ts';

/** Contacts that one statement looks at; the embedded database serves others in between. */
export const pieceSize = 20_000;

/** Returns the next contacts behind the id `after`, and the id of the last of them; `undefined` if there are none. */
export async function nextPiece(db: Db, accountId: number, after: number) {
  const contacts = db.selectFrom('contact').where('contact.account_id', '=', accountId).where('contact.id', '>', after);
  const { last } = await db
    .selectFrom(contacts.select('id').orderBy('id').limit(pieceSize).as('next'))
    .select((next) => next.fn.max<number | null>('id').as('last'))
    .executeTakeFirstOrThrow();
  return last === null ? undefined : { contacts: contacts.where('contact.id', '<=', last), last };
}

/** Ids that divide the contacts of an account into pieces. They need not be those of now: any ids divide them. */
const boundsOf = perDatabase(() => new ShortCache<readonly number[]>({ keptMillis: 60_000, maxBytes: 4_000_000 }));

/**
 * Counts as `countContacts` does, some contacts at a time: the embedded database serves others in between, and conditions
 * may take long. As many pieces are counted at once as take about 25 ms.
 */
export async function countInPieces(db: Db, accountId: number, condition: ContactCondition): Promise<ContactCounts> {
  const total = { all: 0, active: 0 };
  const pieces = slices(await pieceBounds(db, accountId));
  for (let next = pieces.next(1); !next.done; ) {
    const { after, last, count } = next.value;
    const start = performance.now();
    const { all, active } = await countContacts(db, accountId, (contact) =>
      contact.and([
        ...(after === undefined ? [] : [contact('contact.id', '>', after)]),
        ...(last === undefined ? [] : [contact('contact.id', '<=', last)]),
        condition(contact),
      ]),
    );
    total.all += all;
    total.active += active;
    next = pieces.next(piecesAtOnce(count, performance.now() - start));
  }
  return total;
}

async function pieceBounds(db: Db, accountId: number): Promise<readonly number[]> {
  const cache = boundsOf(db);
  const known = cache.get(String(accountId));
  if (known !== undefined) return known;
  const bounds = await readBounds(db, accountId);
  cache.set(String(accountId), bounds, 8 * bounds.length);
  return bounds;
}

/** Returns the id of each contact that ends a piece. */
async function readBounds(db: Db, accountId: number): Promise<number[]> {
  const bounds: number[] = [];
  for (;;) {
    const found = await db
      .selectFrom('contact')
      .select('id')
      .where('account_id', '=', accountId)
      .$if(bounds.length > 0, (contacts) => contacts.where('contact.id', '>', bounds.at(-1)!))
      .orderBy('id')
      .offset(pieceSize - 1)
      .limit(1)
      .executeTakeFirst();
    if (found === undefined) return bounds;
    bounds.push(found.id);
  }
}
