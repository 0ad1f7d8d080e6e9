import type { Removal } from '../removal.ts';

const sessions = 'packages/service/src/account/sessions/store.ts';

/** Chapters V6 to V9: authentication, sessions, authorization, tokens. */
export const peopleRemovals: readonly Removal[] = [
  {
    row: 'V6.2.1',
    file: 'packages/service/src/account/keys/key.ts',
    control: '~]{12,265}$/',
    without: '~]{1,265}$/',
  },
  {
    row: 'V6.2.2, V6.2.3',
    file: 'packages/service/src/account/keys/store.ts',
    control: '.set({ expires_at: sql<Date>`least(api_key.expires_at, ${until})` })',
    without: '.set({ expires_at: sql<Date>`api_key.expires_at` })',
  },
  {
    row: 'V6.2.5 – V6.2.9',
    file: 'packages/service/src/account/users/password.ts',
    control: 'const longest = 200;',
    without: 'const longest = 64;',
  },
  {
    row: 'V6.4.1',
    file: 'packages/service/src/account/keys/key.ts',
    control: "const secret = randomBytes(32).toString('base64url');",
    without: "const secret = randomBytes(8).toString('base64url');",
  },
  {
    row: 'V6.8.1, V6.8.2',
    file: 'packages/service/src/account/users/identities.ts',
    control: ".where('subject', '=', identity.subject)",
    without: '',
  },
  {
    row: 'V10.1.2, V10.2.1, V10.5.1 – V10.5.4',
    file: 'packages/service/src/platform/network/openid-provider.ts',
    control: 'expectedNonce: nonce, ',
    without: '',
  },
  {
    row: 'V10.1.2, V10.2.1, V10.5.1 – V10.5.4',
    file: 'packages/service/src/pages/console/single-sign-on.ts',
    control: "handshake === undefined || !(await users.spendOnce(db, secret, 'single-sign-on'))",
    without: 'handshake === undefined',
  },
  {
    row: 'V7.1.1, V7.3.2',
    file: sessions,
    control: ".where('expires_at', '>', sql<Date>`now()`)",
    without: '',
  },
  {
    row: 'V7.2.1',
    file: sessions,
    control:
      ".select(['key_id', 'sealed_key', sql<boolean>`seen_at < now() - interval '1 minute'`.as('outdated')])\n    .where('account_id', '=', accountId)\n    .where('token_hash', '=', hashToken(token))",
    without:
      ".select(['key_id', 'sealed_key', sql<boolean>`seen_at < now() - interval '1 minute'`.as('outdated')])\n    .where('account_id', '=', accountId)",
  },
  {
    row: 'V7.3.1',
    file: sessions,
    control: ".where('seen_at', '>', sql<Date>`now() - make_interval(mins => ${idleMinutes})`)",
    without: '',
  },
  {
    row: 'V7.4.1',
    file: 'packages/console/src/console.ts',
    control: '    await sessions.close(token);\n    const response',
    without: '    const response',
  },
  {
    row: 'V7.4.3',
    file: 'packages/service/src/account/users/choose-password.ts',
    control: '  await endUserSessions(db, user.account_id, user.id);\n',
    without: '',
  },
  {
    row: 'V8.2.1, V8.3.1',
    file: 'packages/server-runtime/src/security.ts',
    control: 'if (missing === undefined) return;',
    without: 'return;',
  },
  {
    row: 'V9.1.1 – V9.1.3',
    file: 'packages/service/src/tracking/tokens/token.ts',
    control: 'verify: (secret) => (timingSafeEqual(macOf(secret, payload), mac) ? content : undefined),',
    without: 'verify: () => content,',
  },
  {
    row: 'V9.2.1',
    file: 'packages/service/src/tracking/tokens/keys.ts',
    control: ".where('created_at', '>', lastValid(now))",
    without: '',
  },
  {
    row: 'V6.1.1, V6.3.1',
    file: 'packages/service/src/account/users/attempts.ts',
    control: 'const perAddress = 10;',
    without: 'const perAddress = 1_000_000;',
  },
  {
    row: 'V6.1.3, V6.3.4',
    file: 'packages/service/src/pages/console/mount.ts',
    control: 'if (!holder || !mayOperate(holder, address)) return undefined;',
    without: 'if (!holder) return undefined;',
  },
  {
    row: 'V6.2.10',
    file: 'packages/service/src/account/keys/key.ts',
    control: 'if (day <= now) throw new Error(`the expiry ${text} is in the past`);',
    without: '',
  },
  {
    row: 'V6.3.3',
    file: 'packages/service/src/account/users/second-factor.ts',
    control: 'if (chosen.isDemanded && !chosen.hasTotp && found.length === 1) return false;',
    without: '',
  },
  {
    row: 'V6.3.3',
    file: 'packages/service/src/account/keys/networks.ts',
    control: 'return networks.length === 0 || isWithin(networks, address);',
    without: 'return true;',
  },
  {
    row: 'V6.3.3',
    file: 'packages/service/src/account/users/passkeys.ts',
    control:
      'credential: { id: passkey.credential_id, publicKey: new Uint8Array(passkey.public_key), counter },\n      requireUserVerification: true,',
    without:
      'credential: { id: passkey.credential_id, publicKey: new Uint8Array(passkey.public_key), counter },\n      requireUserVerification: false,',
  },
  {
    row: 'V6.3.3',
    file: 'packages/service/src/account/keys/store.ts',
    control: 'liveKeys(db).where(sql<boolean>`not ${lacksFactor}`)',
    without: 'liveKeys(db)',
  },
  {
    row: 'V6.4.3, V6.4.4',
    file: 'packages/service/src/account/users/tokens.ts',
    control: 'return numDeletedRows === 1n ? user : undefined;',
    without: 'return user;',
  },
  {
    row: 'V6.4.3, V6.4.4',
    file: 'packages/service/src/account/keys/store.ts',
    control:
      ".set({ revoked_at: sql<Date>`now()` })\n    .where('account_id', '=', accountId)\n    .where('id', '=', id)",
    without:
      ".set({ last_used_at: sql<Date>`now()` })\n    .where('account_id', '=', accountId)\n    .where('id', '=', id)",
  },
  {
    row: 'V7.2.2 – V7.2.4',
    file: 'packages/service/src/platform/http/link-token.ts',
    control: "return createHash('sha256').update(token).digest();",
    without: 'return Buffer.from(token);',
  },
  {
    row: 'V7.4.2, V7.4.5',
    file: 'packages/service/src/account/sessions/store.ts',
    control: 'return session && findHolderOfKey(db, name.accountId, session.key_id);',
    without:
      "const { rows } = await sql<KeyHolder['account']>`select * from account where id = ${name.accountId}`.execute(db);\n  return session && { account: rows[0]!, keyId: session.key_id, rights: ['get', 'post', 'put', 'delete'], creator: '', networks: [] };",
  },
  {
    row: 'V8.1.1, V8.1.2',
    file: 'spec/rules/operation-policy.ts',
    control: "if (operation['x-right'] !== method) {",
    without: 'if (false) {',
  },
  {
    row: 'V8.2.2, V8.4.1',
    file: 'packages/service/src/people/blacklists/store.ts',
    control: ".where((list) => list.or([list('account_id', '=', accountId), list('global', '=', true)]));",
    without: ".where((list) => list.or([list('account_id', '=', accountId), list('account_id', '>', 0)]));",
  },
  {
    row: 'V8.2.3',
    file: 'packages/service/src/pages/console/signed-in.ts',
    control: "if (holder?.privileges.includes('administer')) return holder;",
    without: 'if (holder) return holder;',
  },
  {
    row: 'V9.2.2 – V9.2.4',
    file: 'packages/service/src/tracking/tokens/token.ts',
    control: "return createHmac('sha256', keyOf(secret)).update(payload).digest().subarray(0, bytes);",
    without: "return createHmac('sha256', keyOf(secret)).update(payload.subarray(0, 3)).digest().subarray(0, bytes);",
  },
  {
    row: 'V6.1.2, V6.2.4, V6.2.11',
    file: 'packages/service/src/account/users/password.ts',
    control: 'if (commonCores.has(core) || isRun(core)) return',
    without: 'if (isRun(core)) return',
  },
  {
    row: 'V6.5.1',
    file: 'packages/service/src/account/users/second-factor.ts',
    control: ".where((before) => before.or([before('totp_step', 'is', null), before('totp_step', '<', step)]))",
    without: '',
  },
  {
    row: 'V6.5.2 – V6.5.4',
    file: 'packages/service/src/account/users/totp.ts',
    control: 'randomBytes(20)',
    without: 'randomBytes(4)',
  },
  {
    row: 'V6.5.5',
    file: 'packages/service/src/account/users/totp.ts',
    control: '[step - 1, step]',
    without: '[step - 1, step, step + 1]',
  },
  {
    row: 'V6.6.2, V6.6.3',
    file: 'packages/service/src/account/users/attempts.ts',
    control: "if ('waitMillis' in taken) return { waitMillis: taken.waitMillis, by: taken.limit.of };",
    without: "if ('waitMillis' in taken) return undefined;",
  },
  {
    row: 'V6.6.2, V6.6.3',
    file: 'packages/service/src/account/users/attempts.ts',
    control: "code: { of: 'person', limits: guesses },",
    without: "code: { of: 'network', limits: guesses },",
  },
  {
    row: 'V10.1.2, V10.2.1, V10.5.1 – V10.5.4',
    file: 'packages/service/src/account/users/challenges.ts',
    control: 'return numInsertedOrUpdatedRows === 1n;',
    without: 'return true;',
  },
  {
    row: 'V7.5.1',
    file: 'packages/service/src/account/users/choose-password.ts',
    control: '  if (!(await hasPassword(db, user, current))) return false;\n',
    without: '',
  },
  {
    row: 'V7.5.2',
    file: 'packages/service/src/account/users/sessions.ts',
    control: 'and api_key.id = key_id and user_id = ${userId}',
    without: 'and api_key.id = key_id and user_id = -${userId}',
  },
];
