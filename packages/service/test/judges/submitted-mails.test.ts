import { expect, test } from 'vitest';
import { deep } from '../../../../tools/verify/src/deep.ts';
import { faultOf, needsOf } from '../../src/platform/mail/message-gate.ts';
import { readMessage } from '../../src/transactional/submission/read-message.ts';
import { askPython, withoutPython } from '../support/python.ts';
import { randomOf } from '../support/random.ts';
import { oddMail } from './odd-mails.ts';

const count = deep ? 5000 : 150;
const seed = Number(process.env.MAILWRIGHT_SEED ?? 1);
const without = withoutPython({});
if (without) console.log(`Python's email judges no submitted mails: ${without}.`);

/** Prints for each pair of mails what a reader would see differently. */
const script = `
import sys, json, base64, re, email
def text(octets): return re.sub(rb'\\r\\n|\\r|\\n', b'\\n', octets).rstrip(b'\\n')
def leaves(message):
  parts = []
  for part in message.walk():
    params = [[key.lower(), str(value)] for key, value in (part.get_params() or [])[1:]]
    entry = [part.get_content_type(), params, str(part.get_filename()), str(part.get('content-id'))]
    if not part.is_multipart(): entry.append(base64.b64encode(text(part.get_payload(decode=True) or b'')).decode())
    parts.append(entry)
  return parts
found = []
for at, (before, after) in enumerate(json.load(sys.stdin)):
  pair = [leaves(email.message_from_bytes(base64.b64decode(mail))) for mail in (before, after)]
  if pair[0] != pair[1]: found.append([at, pair[0], pair[1]])
print(json.dumps(found))
`;

test.skipIf(without)(
  `Python's email reads the same parts in ${count} odd mails and in what goes on of them`,
  async () => {
    const pairs: [Buffer, Buffer][] = [];
    const seeds: number[] = [];
    for (let at = 0; at < count; at++) {
      const mail = oddMail(randomOf(seed * 1_000_000 + at));
      const read = await readMessage(mail.octets);
      if ('refusal' in read) {
        const isExpected = mail.isHopeless || read.refusal.includes('More than 10 attachments');
        expect(isExpected, `seed ${at}: ${read.refusal}`).toBe(true);
        continue;
      }
      const passed = Buffer.from(`${read.message.head}\r\n${read.message.body}`);
      expect(faultOf(passed), `seed ${at}`).toBeUndefined();
      expect(needsOf(passed).utf8Header, `seed ${at}`).toBe(false);
      for (const part of mail.isProtected)
        expect(
          passed.toString('latin1').includes(part.replace(/\r\n|\r|\n/g, '\r\n')),
          `seed ${at}: a signed part`,
        ).toBe(true);
      pairs.push([mail.octets, passed]);
      seeds.push(at);
    }
    expect(pairs.length).toBeGreaterThan(count / 2);
    const input = Buffer.from(JSON.stringify(pairs.map((pair) => pair.map((mail) => mail.toString('base64')))));
    const found = askPython<[number, object, object][]>(script, input);
    expect(found.map(([at, before, after]) => ({ seed: seeds[at], before, after })).slice(0, 3)).toEqual([]);
  },
);
