import type { Db } from '../database/schema.ts';
import { decrypt, encrypt, keyIdOf } from './cipher.ts';
import type { SecretKey } from './key.ts';
import type { KeySource } from './key-source.ts';
import { describePlace, type Sealed, type SealedColumn, type SealedPlace } from './sealed.ts';

/** Encrypts and decrypts the secrets in the database. Values that are readable yet are accepted as they are. */
export class SecretBox {
  readonly columns: readonly SealedColumn[];
  readonly source: KeySource | undefined;
  readonly #keys = new Map<string, SecretKey>();
  #newest: SecretKey | undefined;

  /** @param columns all that are sealed */
  constructor(columns: readonly SealedColumn[] = [], source?: KeySource) {
    this.columns = columns;
    this.source = source;
  }

  /** Encrypts with this key from now on; without one, new values are readable. @throws Error if the key is not there */
  use(id: string | undefined): void {
    this.#newest = id === undefined ? undefined : this.#find(id);
  }

  get newest(): string | undefined {
    return this.#newest?.id;
  }

  seal(column: SealedColumn, place: SealedPlace, secret: Uint8Array): Sealed {
    const value = this.#newest === undefined ? secret : encrypt(this.#newest, column, place, secret);
    return value as unknown as Sealed;
  }

  /** @throws Error if the key is not there, or the value belongs to another row */
  open(column: SealedColumn, place: SealedPlace, value: Sealed): Uint8Array {
    const bytes = value as unknown as Uint8Array;
    const id = keyIdOf(bytes);
    if (id === undefined) return bytes;
    const key = this.#find(id);
    try {
      return decrypt(key, column, place, bytes);
    } catch {
      throw new Error(
        `The secret in ${describePlace(column, place)} was changed, or belongs to another row; it cannot be decrypted.`,
      );
    }
  }

  #find(id: string): SecretKey {
    if (!this.#keys.has(id)) for (const key of this.source?.read() ?? []) this.#keys.set(key.id, key);
    const key = this.#keys.get(id);
    if (key === undefined) throw new MissingSecretKeyError(id, this.source);
    return key;
  }
}

export class MissingSecretKeyError extends Error {
  constructor(id: string, source: KeySource | undefined) {
    const missing =
      source === undefined
        ? 'this process was given no key. Give all processes the same key with --secrets-key-file or MAILWRIGHT_SECRETS_KEY'
        : `${source.name} does not contain it. Put it there from your copy: it is part of no backup that was made without --with-key. If it is lost, "mailwright secrets forget" says what that means, and goes on without`;
    super(`Secrets in the database are encrypted with the key ${id}, and ${missing}.`);
    this.name = 'MissingSecretKeyError';
  }
}

/** The box of a database: it goes where the database goes, into transactions too. */
class BoxCarrier {
  readonly box: SecretBox;

  constructor(box: SecretBox) {
    this.box = box;
  }

  transformQuery({ node }: Parameters<Plugin['transformQuery']>[0]) {
    return node;
  }

  async transformResult({ result }: Parameters<Plugin['transformResult']>[0]) {
    return result;
  }
}

type Plugin = Parameters<Db['withPlugin']>[0];

export const withSecrets = (db: Db, box: SecretBox): Db => db.withPlugin(new BoxCarrier(box));

const withoutKeys = new SecretBox();

/** Returns the box that came with a database or a transaction; one without keys where none did. */
export function secretsOf(db: Db): SecretBox {
  const carrier = db.getExecutor().plugins.findLast((plugin) => plugin instanceof BoxCarrier);
  return carrier?.box ?? withoutKeys;
}
