import type { Selectable } from 'kysely';
import type { Db } from '../database/schema.ts';
import { json } from '../database/values.ts';
import { secretsOf } from '../secrets/box.ts';
import type { Sealed, SealedColumn } from '../secrets/sealed.ts';
import { haveSameNames } from './names.ts';
import type { Proof } from './order.ts';
import type { CertificateFault } from './problem.ts';
import type { OrderedCertificateTable } from './tables.ts';

const column = (name: string): SealedColumn => ({
  table: 'ordered_certificate',
  column: name,
  owner: 'id',
  row: 'id',
});

/** The private keys in the database. */
export const accountKey = column('account_key');
export const certificateKey = column('certificate_key');

const place = { account: 1, row: 1 };

type Stored = Selectable<OrderedCertificateTable>;

/** How the order of a certificate stands. */
export interface CertificateOrder
  extends Pick<Stored, 'directory' | 'names' | 'failures' | 'fault' | 'reason' | 'certificate'> {
  dueAt: Date;
  attemptedAt: Date | null;
}

/** Returns how the order stands; undefined if none was ever made. */
export async function findOrder(db: Db): Promise<CertificateOrder | undefined> {
  return db
    .selectFrom('ordered_certificate')
    .select(['directory', 'names', 'due_at as dueAt', 'failures', 'attempted_at as attemptedAt', 'fault', 'reason'])
    .select('certificate')
    .where('id', '=', 1)
    .executeTakeFirst();
}

/** Returns the order of these names at this authority. One of others is due at once, and begins with a new account. */
export async function openOrder(db: Db, directory: string, names: string[], now: Date): Promise<CertificateOrder> {
  const found = await findOrder(db);
  if (found?.directory === directory && haveSameNames(found.names, names)) return found;
  const fresh = { directory, names, due_at: now, failures: 0, attempted_at: null, fault: null, reason: null };
  await db
    .insertInto('ordered_certificate')
    .values({ id: 1, ...fresh, proofs: json<readonly Proof[]>([]) })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(found?.directory === directory ? fresh : { ...fresh, account_key: null }),
    )
    .execute();
  return (await findOrder(db))!;
}

/** Takes the right to order, so that one process does. Returns whether it was free. */
export async function leaseOrder(db: Db, now: Date, until: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('ordered_certificate')
    .set({ leased_until: until, attempted_at: now })
    .where('id', '=', 1)
    .where((row) => row.or([row('leased_until', 'is', null), row('leased_until', '<=', now)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Gives the right back without a result, as at the end of the service. */
export async function releaseOrder(db: Db): Promise<void> {
  await db
    .updateTable('ordered_certificate')
    .set({ leased_until: null, proofs: json<readonly Proof[]>([]) })
    .where('id', '=', 1)
    .execute();
}

export async function recordSuccess(db: Db, { cert, key }: { cert: string; key: string }, dueAt: Date): Promise<void> {
  await db
    .updateTable('ordered_certificate')
    .set({
      certificate: cert,
      certificate_key: seal(db, certificateKey, key),
      due_at: dueAt,
      ...{ failures: 0, fault: null, reason: null, leased_until: null, proofs: json<readonly Proof[]>([]) },
    })
    .where('id', '=', 1)
    .execute();
}

/** Makes the next order due earlier than it was. */
export async function advanceOrder(db: Db, dueAt: Date): Promise<void> {
  await db
    .updateTable('ordered_certificate')
    .set({ due_at: dueAt })
    .where('id', '=', 1)
    .where('failures', '=', 0)
    .where('due_at', '>', dueAt)
    .execute();
}

export async function recordFailure(
  db: Db,
  failure: { fault: CertificateFault; reason: string; failures: number; due_at: Date },
): Promise<void> {
  await db
    .updateTable('ordered_certificate')
    .set({ ...failure, leased_until: null, proofs: json<readonly Proof[]>([]) })
    .where('id', '=', 1)
    .execute();
}

/** Publishes proofs for all processes. */
export async function storeProofs(db: Db, proofs: readonly Proof[]): Promise<void> {
  await db
    .updateTable('ordered_certificate')
    .set({ proofs: json(proofs) })
    .where('id', '=', 1)
    .execute();
}

export async function findProofs(db: Db): Promise<readonly Proof[]> {
  const row = await db.selectFrom('ordered_certificate').select('proofs').where('id', '=', 1).executeTakeFirst();
  return row?.proofs ?? [];
}

/** Returns the key of the account at the authority, which is made by `make` at its first use. */
export async function openAccountKey(db: Db, make: () => string): Promise<string> {
  const row = await db.selectFrom('ordered_certificate').select('account_key').where('id', '=', 1).executeTakeFirst();
  const known = row?.account_key ? open(db, accountKey, row.account_key) : undefined;
  // What "secrets forget" leaves is no key.
  if (known?.startsWith('-----BEGIN')) return known;
  const made = make();
  await db
    .updateTable('ordered_certificate')
    .set({ account_key: seal(db, accountKey, made) })
    .where('id', '=', 1)
    .execute();
  return made;
}

/** Returns the certificate with its key; undefined if there is none, or its key is lost. */
export async function findCertificate(db: Db): Promise<{ cert: string; key: string } | undefined> {
  const row = await db
    .selectFrom('ordered_certificate')
    .select(['certificate', 'certificate_key'])
    .where('id', '=', 1)
    .executeTakeFirst();
  if (!row?.certificate || !row.certificate_key) return undefined;
  const key = open(db, certificateKey, row.certificate_key);
  return key.startsWith('-----BEGIN') ? { cert: row.certificate, key } : undefined;
}

const seal = (db: Db, column: SealedColumn, text: string): Sealed =>
  secretsOf(db).seal(column, place, new TextEncoder().encode(text));

const open = (db: Db, column: SealedColumn, value: Sealed): string =>
  new TextDecoder().decode(secretsOf(db).open(column, place, value));
