import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { json } from '../../platform/database/values.ts';
import { findContent, type Mailing } from '../store.ts';
import type { MailingRevisionTable, RevisionKind, RevisionParts } from '../tables.ts';
import { revisionLimits, surplusRevisions } from './keep.ts';
import { bytesOf, hashParts, isBlank, partsOf } from './parts.ts';

/** Who has written something: a user, or a program with a key. */
export interface Author {
  name: string;
  userId: number | undefined;
  keyId: number;
}

/** What revisions are of. */
export interface Subject {
  accountId: number;
  column: 'mailing_id' | 'template_id';
  id: number;
}

export const ofMailing = ({ account_id: accountId, id }: Pick<Mailing, 'account_id' | 'id'>): Subject => ({
  accountId,
  column: 'mailing_id',
  id,
});

export const ofTemplate = (accountId: number, id: number): Subject => ({ accountId, column: 'template_id', id });

export type Revision = Omit<Selectable<MailingRevisionTable>, 'parts' | 'hash'>;
export type WholeRevision = Revision & { parts: RevisionParts };

/** Keeps contents as the newest revision, and deletes revisions beyond the limits. */
async function addRevision(
  db: Db,
  { accountId, column, id }: Subject,
  kind: RevisionKind,
  author: Author | undefined,
  parts: RevisionParts,
  seenVersion?: string,
): Promise<void> {
  await db
    .insertInto('mailing_revision')
    .values({
      account_id: accountId,
      [column]: id,
      kind,
      author: author?.name ?? null,
      ...personOf(author),
      subject: (column === 'mailing_id' ? parts.subject : parts.name) ?? '',
      parts: json(parts),
      hash: hashParts(parts),
      bytes: bytesOf(parts),
      seen_version: seenVersion ?? null,
    })
    .execute();
  await purgeOfSubject(db, { accountId, column, id });
  await purgeOfAccount(db, accountId);
}

/** Keeps what was set part by part, before it is replaced, if no revision has it yet. */
export async function keepFound(db: Db, subject: Subject, parts: RevisionParts): Promise<void> {
  if (!isBlank(parts) && !(await isNewest(db, subject, parts)))
    await addRevision(db, subject, 'found', undefined, parts);
}

/** Keeps what was saved or restored, unless it is the newest revision already. */
export async function keepSaved(
  db: Db,
  subject: Subject,
  kind: 'saved' | 'restored',
  author: Author,
  parts: RevisionParts,
): Promise<void> {
  if (!(await isNewest(db, subject, parts))) await addRevision(db, subject, kind, author, parts);
}

async function isNewest(db: Db, { accountId, column, id }: Subject, parts: RevisionParts): Promise<boolean> {
  const newest = await db
    .selectFrom('mailing_revision')
    .select('hash')
    .where('account_id', '=', accountId)
    .where(column, '=', id)
    .where('kind', '<>', 'autosaved')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest !== undefined && hashParts(parts).equals(newest.hash);
}

/** Replaces the draft of a person. One that equals the contents of the mailing is only deleted. */
export async function putDraft(
  db: Db,
  mailing: Mailing,
  author: Author,
  parts: RevisionParts,
  seenVersion: string | undefined,
): Promise<void> {
  await deleteDraft(db, mailing, author);
  const stored = partsOf(mailing, await findContent(db, mailing));
  const whole =
    parts.html === undefined && parts.mjml === undefined ? stored : { ...stored, html: undefined, mjml: undefined };
  if (hashParts({ ...whole, ...parts }).equals(hashParts(stored))) return;
  await addRevision(db, ofMailing(mailing), 'autosaved', author, parts, seenVersion);
}

export async function deleteDraft(db: Db, { account_id, id }: Mailing, author: Author): Promise<void> {
  const { user_id, key_id } = personOf(author);
  await db
    .deleteFrom('mailing_revision')
    .where('account_id', '=', account_id)
    .where('mailing_id', '=', id)
    .where('kind', '=', 'autosaved')
    .where('user_id', 'is not distinct from', user_id)
    .where('key_id', 'is not distinct from', key_id)
    .execute();
}

/** Lists revisions without their contents, the newest first. */
export async function listRevisions(db: Db, { accountId, column, id }: Subject): Promise<Revision[]> {
  return db
    .selectFrom('mailing_revision')
    .select(facts)
    .where('account_id', '=', accountId)
    .where(column, '=', id)
    .orderBy('id', 'desc')
    .execute();
}

export async function findRevision(
  db: Db,
  { accountId, column, id }: Subject,
  revisionId: number,
): Promise<WholeRevision | undefined> {
  return db
    .selectFrom('mailing_revision')
    .select([...facts, 'parts'])
    .where('account_id', '=', accountId)
    .where(column, '=', id)
    .where('id', '=', revisionId)
    .executeTakeFirst();
}

/** Reports whether a revision is of a person. */
export const isOf = ({ user_id, key_id }: Revision, author: Author): boolean =>
  author.userId === undefined ? key_id === author.keyId : user_id === author.userId;

/** Each session of a user has a key of its own, so that only the user tells who it is. */
const personOf = (author: Author | undefined) => ({
  user_id: author?.userId ?? null,
  key_id: author === undefined || author.userId !== undefined ? null : author.keyId,
});

const facts = [
  'account_id',
  'id',
  'mailing_id',
  'template_id',
  'kind',
  'author',
  'user_id',
  'key_id',
  'subject',
  'bytes',
  'seen_version',
  'created_at',
] as const;

async function purgeOfSubject(db: Db, subject: Subject): Promise<void> {
  const all = await listRevisions(db, subject);
  const known = all.map(({ created_at: createdAt, ...rest }) => ({ ...rest, createdAt }));
  const surplus = surplusRevisions(known, all[0]?.created_at ?? new Date(0));
  if (surplus.length === 0) return;
  await db
    .deleteFrom('mailing_revision')
    .where('account_id', '=', subject.accountId)
    .where(sql<boolean>`id = any(${surplus}::int8[])`)
    .execute();
}

/** Deletes the oldest revisions of an account beyond its bytes. */
async function purgeOfAccount(db: Db, accountId: number): Promise<void> {
  await sql`
    delete from mailing_revision where account_id = ${accountId} and id in (
      select id from (
        select id, sum(bytes) over (order by id desc) as total from mailing_revision where account_id = ${accountId}
      ) as summed where total > ${revisionLimits.accountBytes})`.execute(db);
}
