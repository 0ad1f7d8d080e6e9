import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { storeChallenge, takeChallenge } from './challenges.ts';
import { findUser, type User } from './store.ts';

/** Where passkeys are good: the origin of the console. */
export interface RelyingParty {
  name: string;
  origin: string;
}

const rpIdOf = ({ origin }: RelyingParty) => new URL(origin).hostname;

const mostPasskeys = 20;

/** Its certificates' formats take 30 MB, and only people who have passkeys need them. */
const webAuthn = () => import('@simplewebauthn/server');

export interface Passkey {
  id: number;
  name: string;
  createdAt: Date;
  usedAt: Date | null;
}

export async function listPasskeys(db: Db, { account_id, id }: User): Promise<Passkey[]> {
  return db
    .selectFrom('user_passkey')
    .select(['id', 'name', 'created_at as createdAt', 'used_at as usedAt'])
    .where('account_id', '=', account_id)
    .where('user_id', '=', id)
    .orderBy('id')
    .execute();
}

/** Options with which a browser makes a passkey that can sign in without an address. */
export async function registrationOptions(db: Db, user: User, party: RelyingParty): Promise<object> {
  const known = await db
    .selectFrom('user_passkey')
    .select('credential_id')
    .where('account_id', '=', user.account_id)
    .where('user_id', '=', user.id)
    .execute();
  const options = await (await webAuthn()).generateRegistrationOptions({
    rpName: party.name,
    rpID: rpIdOf(party),
    userName: user.email,
    userDisplayName: user.name,
    userID: new TextEncoder().encode(handleOf(user)),
    excludeCredentials: known.map(({ credential_id }) => ({ id: credential_id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await storeChallenge(db, options.challenge, registrationOf(user));
  return options;
}

/** Why a passkey is not stored. */
export type PasskeyRefusal = { limit: number } | 'unverified';

/** Stores the passkey that a browser made. Returns what is wrong, or `undefined`. */
export async function registerPasskey(
  db: Db,
  user: User,
  party: RelyingParty,
  { name, response }: { name: string; response: string },
): Promise<PasskeyRefusal | undefined> {
  if ((await listPasskeys(db, user)).length >= mostPasskeys) return { limit: mostPasskeys };
  const verified = await (await webAuthn())
    .verifyRegistrationResponse({
      response: readResponse<RegistrationResponseJSON>(response),
      expectedChallenge: (challenge) => takeChallenge(db, challenge, registrationOf(user)),
      expectedOrigin: party.origin,
      expectedRPID: rpIdOf(party),
      requireUserVerification: true,
    })
    .catch(() => ({ verified: false as const }));
  if (!verified.verified) return 'unverified';
  const { credential } = verified.registrationInfo;
  await db
    .insertInto('user_passkey')
    .values({
      account_id: user.account_id,
      user_id: user.id,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      name: name === '' ? 'Passkey' : name.slice(0, 100),
    })
    .onConflict((known) => known.column('credential_id').doNothing())
    .execute();
  return undefined;
}

/** Options for signing in with whichever passkey the person chooses. */
export async function signInOptions(db: Db, party: RelyingParty): Promise<object> {
  const options = await (await webAuthn()).generateAuthenticationOptions({
    rpID: rpIdOf(party),
    userVerification: 'required',
  });
  await storeChallenge(db, options.challenge, 'sign-in');
  return options;
}

/** Returns the id of the passkey that an answer names, whether it is known or not. */
export const credentialOf = (text: string): string => String(readResponse<AuthenticationResponseJSON>(text).id);

/** Returns the active user whose passkey signed a challenge of this service, once. */
export async function checkPasskey(db: Db, party: RelyingParty, text: string): Promise<User | undefined> {
  const response = readResponse<AuthenticationResponseJSON>(text);
  const passkey = await db
    .selectFrom('user_passkey')
    .innerJoin('account', 'account.id', 'user_passkey.account_id')
    .select(['account_id', 'user_passkey.id', 'user_id', 'credential_id', 'public_key', 'counter'])
    .where('credential_id', '=', String(response.id))
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  const user = passkey && (await findUser(db, passkey.account_id, passkey.user_id));
  if (passkey === undefined || user?.state !== 'active') return undefined;
  const handle = Buffer.from(String(response.response?.userHandle ?? ''), 'base64url').toString();
  if (handle !== handleOf(user)) return undefined;
  const { id, account_id, counter } = passkey;
  const verified = await (await webAuthn())
    .verifyAuthenticationResponse({
      response,
      expectedChallenge: (challenge) => takeChallenge(db, challenge, 'sign-in'),
      expectedOrigin: party.origin,
      expectedRPID: rpIdOf(party),
      credential: { id: passkey.credential_id, publicKey: new Uint8Array(passkey.public_key), counter },
      requireUserVerification: true,
    })
    .catch(() => undefined);
  if (!verified?.verified) return undefined;
  // The library rejects counters that do not grow; of two answers at once, only one finds the old counter.
  const { numUpdatedRows } = await db
    .updateTable('user_passkey')
    .set({ counter: verified.authenticationInfo.newCounter, used_at: sql<Date>`now()` })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('counter', '=', counter)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? user : undefined;
}

const handleOf = ({ account_id, id }: User) => `${account_id}.${id}`;
const registrationOf = (user: User) => `register ${handleOf(user)}`;

/** Anybody may send anything; the library checks each part. */
function readResponse<Response extends object>(text: string): Response {
  try {
    const value: unknown = JSON.parse(text);
    return (typeof value === 'object' && value !== null ? value : {}) as Response;
  } catch {
    return {} as Response;
  }
}
