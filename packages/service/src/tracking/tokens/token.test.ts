import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maxTokenLength, newAlias, type Purpose, readToken, writeToken } from './token.ts';

const id = fc.integer({ min: 0, max: 2 ** 40 - 1 });
const key = fc.record({
  accountId: id,
  number: fc.integer({ min: 1, max: 2 ** 14 - 1 }),
  secret: fc.uint8Array({ minLength: 32, maxLength: 32 }),
});
const purpose: fc.Arbitrary<Purpose> = fc.oneof(
  fc.record({ link: id }),
  fc.constantFrom('pixel' as const, 'unsubscribe' as const, 'online' as const, 'profile' as const),
);
const bearer = fc.oneof(
  fc.record({ recipientId: id, contactId: id }),
  fc.uint8Array({ minLength: 8, maxLength: 8 }).map((bytes) => ({ alias: Buffer.from(bytes).toString('base64url') })),
);
const content = fc.record({ mailingId: id, purpose, bearer });

const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe('tokens', () => {
  test('say what they were made of, in 60 characters of base64url', () => {
    fc.assert(
      fc.property(key, content, (made, given) => {
        const token = writeToken(made, given);
        expect(token).toMatch(/^[\w-]+$/);
        expect(token.length).toBeLessThanOrEqual(maxTokenLength);
        const read = readToken(token)!;
        expect([read.accountId, read.keyNumber]).toEqual([made.accountId, made.number]);
        expect(read.verify(made.secret)).toEqual({ accountId: made.accountId, ...given });
      }),
    );
  });

  test('no other string is taken for one: each changed, missing or added character counts', () => {
    const edit = fc.record({
      at: fc.nat(),
      by: fc.constantFrom(...characters, ''),
      insert: fc.boolean(),
    });
    fc.assert(
      fc.property(key, content, edit, (made, given, { at, by, insert }) => {
        const token = writeToken(made, given);
        const place = at % token.length;
        const changed = token.slice(0, place) + by + token.slice(insert ? place : place + 1);
        fc.pre(changed !== token);
        expect(readToken(changed)?.verify(made.secret)).toBeUndefined();
      }),
      { numRuns: 2000 },
    );
  });

  test('bits that base64url does not use must be zero: two spellings would be two tokens for one mail', () => {
    fc.assert(
      fc.property(key, content, (made, given) => {
        const token = writeToken(made, given);
        fc.pre(token.length % 4 !== 0);
        const spelled = token.slice(0, -1) + characters[characters.indexOf(token.at(-1)!) ^ 1];
        expect(Buffer.from(spelled, 'base64url')).toEqual(Buffer.from(token, 'base64url'));
        expect(readToken(spelled)).toBeUndefined();
      }),
    );
  });

  test('another secret does not verify them', () => {
    fc.assert(
      fc.property(key, content, (made, given) => {
        expect(readToken(writeToken(made, given))!.verify(randomBytes(32))).toBeUndefined();
      }),
    );
  });

  test('whatever a client sends is read without an error', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80, unit: 'binary' }), (text) => {
        expect(readToken(text)?.verify(new Uint8Array(32))).toBeUndefined();
      }),
    );
  });

  test('an alias is new each time', () => {
    expect(new Set(Array.from({ length: 1000 }, newAlias)).size).toBe(1000);
  });
});
