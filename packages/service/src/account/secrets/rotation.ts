import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { type SecretBox, secretsOf } from '../../platform/secrets/box.ts';
import type { Task } from '../../platform/tasks/worker.ts';
import { findNewestKey, recordFirstKey, recordKey, sealAll } from './store.ts';

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
  if (kind === 'embedded') await sealAll(db, box);
}

async function isEmpty(db: Db, { columns }: SecretBox): Promise<boolean> {
  for (const { table } of columns) {
    const { rows } = await sql`select from ${sql.table(table)} limit 1`.execute(db);
    if (rows.length > 0) return false;
  }
  return true;
}

/** Encrypts all secrets with a new key. @throws Error if there is no new key, and none can be made here */
export async function rotateSecrets(db: Db): Promise<{ key: string; sealed: number }> {
  const box = secretsOf(db);
  const { source } = box;
  if (source === undefined)
    throw new Error(
      'there is no key to encrypt with. Create one with "mailwright secrets new-key", and give it to all processes with --secrets-key-file or MAILWRIGHT_SECRETS_KEY.',
    );
  if (source.read().at(-1)?.id === (await findNewestKey(db))) source.add();
  const key = source.read().at(-1)!.id;
  await recordKey(db, key);
  box.use(key);
  return { key, sealed: await sealAll(db, box) };
}

/** Takes over the key that another process has recorded, and encrypts what is left readable or has an older key. */
export const sealSecretsTask: Task = {
  name: 'encryption of secrets',
  async run(db) {
    const box = secretsOf(db);
    box.use(await findNewestKey(db));
    await sealAll(db, box);
    return false;
  },
};
