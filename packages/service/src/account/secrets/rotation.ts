import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { MissingSecretKeyError, type SecretBox, secretsOf } from '../../platform/secrets/box.ts';
import type { KeySource } from '../../platform/secrets/key-source.ts';
import type { Task } from '../../platform/tasks/worker.ts';
import { findNewestKey, type LostSecret, recordFirstKey, recordKey, sealAll } from './store.ts';

/**
 * Begins to encrypt secrets, where that can hurt nobody: in an embedded database, which no other process uses, and in an
 * empty one. In others processes of a version before, or without the key, may run; there an operator begins with
 * `mailwright secrets rotate`.
 * @throws MissingSecretKeyError
 */
export async function startSecrets(db: Db, box: SecretBox, kind: 'embedded' | 'server'): Promise<void> {
  const known = await findNewestKey(db);
  if (known !== undefined) {
    box.use(known);
  } else if (box.source !== undefined && (kind === 'embedded' || (await isEmpty(db, box)))) {
    if (box.source.read().length === 0) box.source.add();
    box.use(await recordFirstKey(db, box.source.read().at(-1)!.id));
  }
  if (kind !== 'embedded') return;
  const { lost } = await sealAll(db, box);
  const missing = lost.find(({ error }) => error instanceof MissingSecretKeyError);
  if (missing !== undefined) throw missing.error;
}

async function isEmpty(db: Db, { columns }: SecretBox): Promise<boolean> {
  for (const { table } of columns) {
    const { rows } = await sql`select from ${sql.table(table)} limit 1`.execute(db);
    if (rows.length > 0) return false;
  }
  return true;
}

export interface Rotation {
  key: string;
  /** Number of values that were encrypted with the key. */
  sealed: number;
  lost: LostSecret[];
}

/**
 * Encrypts all secrets with a new key, but those that cannot be decrypted.
 * @throws Error if there is no new key, and none can be made here
 */
export async function rotateSecrets(db: Db): Promise<Rotation> {
  const box = secretsOf(db);
  const source = requireSource(box);
  if (source.read().at(-1)?.id === (await findNewestKey(db))) source.add();
  const key = await useLastKey(db, box, source);
  return { key, ...(await sealAll(db, box)) };
}

/** Replaces secrets that cannot be decrypted by random ones. @throws Error if there is no key, and none can be made here */
export async function forgetLostSecrets(db: Db): Promise<Rotation> {
  const box = secretsOf(db);
  const source = requireSource(box);
  if (source.read().length === 0) source.add();
  const key = await useLastKey(db, box, source);
  return { key, ...(await sealAll(db, box, () => randomBytes(32))) };
}

async function useLastKey(db: Db, box: SecretBox, source: KeySource): Promise<string> {
  const key = source.read().at(-1)!.id;
  await recordKey(db, key);
  box.use(key);
  return key;
}

function requireSource({ source }: SecretBox): KeySource {
  if (source !== undefined) return source;
  throw new Error(
    'there is no key to encrypt with. Create one with "mailwright secrets new-key", and give it to all processes with --secrets-key-file or MAILWRIGHT_SECRETS_KEY.',
  );
}

/** Takes over the key that another process has recorded, and encrypts what is left readable or has an older key. */
export const sealSecretsTask: Task = {
  name: 'encryption of secrets',
  async run(db) {
    const box = secretsOf(db);
    box.use(await findNewestKey(db));
    const { lost } = await sealAll(db, box);
    if (lost.length > 0) throw lost[0]!.error;
    return false;
  },
};
