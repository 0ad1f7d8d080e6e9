import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mailTokens } from './mail-keys.ts';
import { readToken } from './read-token.ts';
import { maxTokenLength, newAlias, type Purpose, type TokenContent, type TrackingKey, writeToken } from './token.ts';

const id = fc.integer({ min: 0, max: 2 ** 40 - 1 });
const key = fc.record({
  accountId: fc.integer({ min: 1, max: 2 ** 40 - 1 }),
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
const mails = fc.record({ mailingId: id, bearer });
type Content = Omit<TokenContent, 'accountId'>;

/** As links and images of mails have them. */
function writeTokenOfMail(made: TrackingKey, { purpose, ...mail }: Content): string {
  const tokens = mailTokens(made, mail);
  return typeof purpose === 'string' ? tokens.pixel() : tokens.links([1, purpose.link, 2])[1]!;
}

const kinds = [
  { kind: 'with a MAC', write: writeToken, contents: fc.record({ mailingId: id, purpose, bearer }) },
  {
    kind: "with a mail's key",
    write: writeTokenOfMail,
    contents: fc.record({
      mailingId: id,
      purpose: fc.oneof(fc.record({ link: id }), fc.constant('pixel' as const)),
      bearer,
    }),
  },
];

const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Characters of the tag of a token that is made with a mail's key. */
const tagLength = 16;

const recipient = { recipientId: 123_456, contactId: 98_765 };
const alias = { alias: 'AQIDBAUGBwg' };
/** As mails have them in which each link and the image has a MAC of its own. */
const formerTokens: [token: string, Purpose, TokenContent['bearer']][] = [
  ['BwLnJEbAxAfNgwbYH5bxtmcjw3nj', { link: 31 }, recipient],
  ['BwLnJADAxAfNgwZjdILnDU1VgMW-', 'pixel', recipient],
  ['BwLnJALAxAfNgwZU-AhBsPIybNM0', 'unsubscribe', recipient],
  ['BwLnJEcBAgMEBQYHCLWgd6BpJw_IUx0', { link: 31 }, alias],
  ['BwLnJAEBAgMEBQYHCGKhMhYozpDxhkA', 'pixel', alias],
];

describe.each(kinds)('tokens $kind', ({ write, contents }) => {
  test('say what they were made of, in 64 characters of base64url', () => {
    fc.assert(
      fc.property(key, contents, (made, given) => {
        const token = write(made, given);
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
      fc.property(key, contents, edit, (made, given, { at, by, insert }) => {
        const token = write(made, given);
        const place = at % token.length;
        const changed = token.slice(0, place) + by + token.slice(insert ? place : place + 1);
        fc.pre(changed !== token);
        expect(readToken(changed)?.verify(made.secret)).toBeUndefined();
      }),
      { numRuns: 2000 },
    );
  });

  test('another secret does not verify them', () => {
    fc.assert(
      fc.property(key, contents, (made, given) => {
        expect(readToken(write(made, given))!.verify(randomBytes(32))).toBeUndefined();
      }),
    );
  });
});

describe('tokens', () => {
  test('bits that base64url does not use must be zero: two spellings would be two tokens for one mail', () => {
    fc.assert(
      fc.property(key, kinds[0]!.contents, (made, given) => {
        const token = writeToken(made, given);
        fc.pre(token.length % 4 !== 0);
        const spelled = token.slice(0, -1) + characters[characters.indexOf(token.at(-1)!) ^ 1];
        expect(Buffer.from(spelled, 'base64url')).toEqual(Buffer.from(token, 'base64url'));
        expect(readToken(spelled)).toBeUndefined();
      }),
    );
  });

  test('of one mail give none of another link, image or mail', () => {
    fc.assert(
      fc.property(key, mails, mails, fc.uniqueArray(id, { minLength: 2, maxLength: 2 }), (made, one, other, ids) => {
        fc.pre(!isDeepStrictEqual(one, other));
        const tokens = [one, other].flatMap((mail) => {
          const { links, pixel } = mailTokens(made, mail);
          return [...links(ids), pixel()];
        });
        const partsOf = (token: string) => [token.slice(0, -tagLength), token.slice(-tagLength)] as const;
        for (const [at, token] of tokens.entries())
          for (const [from, stranger] of tokens.entries()) {
            const spliced = partsOf(token)[0] + partsOf(stranger)[1];
            expect(readToken(spliced)!.verify(made.secret) !== undefined, `${at} ${from}`).toBe(at === from);
          }
      }),
    );
  });

  test('of mails that were sent before a mail had a key stay good', () => {
    const content = { accountId: 7, mailingId: 4711 };
    const secret = new Uint8Array(32).fill(9);
    expect(formerTokens.map(([token]) => readToken(token)!.verify(secret))).toEqual(
      formerTokens.map(([, purpose, bearer]) => ({ ...content, purpose, bearer })),
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
