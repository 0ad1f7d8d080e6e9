import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkPasskey, signInOptions } from '../../src/account/users/passkeys.ts';
import { findUser, inviteUser, setPassword, type User } from '../../src/account/users/store.ts';
import { parseEmail } from '../../src/platform/text/email.ts';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

const party = { name: 'Mailwright', origin: 'https://news.example.com' };
const flags = { present: 1, verified: 4 };

/** A device with a passkey, which answers as it is told. */
class Device {
  readonly id = randomBytes(16).toString('base64url');
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  /** COSE_Key (RFC 9053) with ES256 on P-256. */
  get publicKey(): Buffer {
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' });
    const bytes = (text: string) => Buffer.from(text, 'base64url');
    const labels = ['a5010203262001215820', '225820'].map((hex) => Buffer.from(hex, 'hex'));
    return Buffer.concat([labels[0]!, bytes(x!), labels[1]!, bytes(y!)]);
  }

  answer(challenge: string, { account_id, id }: User, given: number): string {
    const client = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin: party.origin }));
    const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest();
    const about = Buffer.concat([sha256(new URL(party.origin).hostname), Buffer.from([given, 0, 0, 0, 0])]);
    const signature = sign('sha256', Buffer.concat([about, sha256(client)]), this.#keys.privateKey);
    const text = (bytes: Uint8Array | string) => Buffer.from(bytes as string).toString('base64url');
    const response = {
      clientDataJSON: text(client),
      authenticatorData: text(about),
      signature: text(signature),
      userHandle: text(`${account_id}.${id}`),
    };
    return JSON.stringify({ id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response });
  }
}

describe.each(usualDatabases())('answers of a passkey on $kind', ({ open }) => {
  let service: TestService;
  let user: User;
  const device = new Device();
  beforeAll(async () => {
    service = await startTestService(await open());
    const { db, accountId } = service;
    const email = parseEmail('ada@example.org')!;
    const invited = await inviteUser(db, accountId, { email, name: 'Ada', role: 'reader' });
    await setPassword(db, invited, 'no password');
    user = (await findUser(db, accountId, invited.id))!;
    const credential = { credential_id: device.id, public_key: device.publicKey, counter: 0, name: 'Phone' };
    await db
      .insertInto('user_passkey')
      .values({ account_id: accountId, user_id: user.id, ...credential })
      .execute();
  });
  afterAll(() => service?.close());

  test.each([
    ['of a verified user signs in', flags.present | flags.verified, true],
    ['of somebody who only touched the device opens nothing', flags.present, false],
    ['of somebody who did not touch the device opens nothing', flags.verified, false],
  ])('one %s', async (_, given, wanted) => {
    const { challenge } = (await signInOptions(service.db, party)) as { challenge: string };
    const entered = await checkPasskey(service.db, party, device.answer(challenge, user, given));
    expect(entered?.id).toBe(wanted ? user.id : undefined);
  });
});
