import { describe, expect, test } from 'vitest';
import { type FormBounds, FormFault, parseForm, readForm, usualForm } from './forms.ts';

const urlencoded = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data; boundary=x';
const bytesOf = (text: string) => new TextEncoder().encode(text);
const uploads = { bytes: 1_000_000, fields: 3, multipart: true };

function faultOf(work: () => unknown): string | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof FormFault) return `${error.status} ${error.fault}`;
    throw error;
  }
  return undefined;
}

test.each([
  ['', []],
  [
    'a=1&b=&c&&a=2',
    [
      ['a', '1'],
      ['b', ''],
      ['c', ''],
      ['a', '2'],
    ],
  ],
  [
    'a+b=c%20d%26&%E2%82%AC=%e2%82%ac',
    [
      ['a b', 'c d&'],
      ['€', '€'],
    ],
  ],
  [
    'a=%&b=%4&c=%zz&d=100%25%',
    [
      ['a', '%'],
      ['b', '%4'],
      ['c', '%zz'],
      ['d', '100%%'],
    ],
  ],
  [
    'a=%ff&b=J%F6rg',
    [
      ['a', '\ufffd'],
      ['b', 'J\ufffdrg'],
    ],
  ],
  [
    'a==&=b',
    [
      ['a', '='],
      ['', 'b'],
    ],
  ],
])('%j is read as a browser would', (body, wanted) => {
  expect([...parseForm(bytesOf(body), `${urlencoded}; charset=utf-8`, usualForm)]).toEqual(wanted);
  expect([...new URLSearchParams(body)]).toEqual(wanted);
});

test('parts of a form are what a browser has put into them', async () => {
  const form = new FormData();
  form.set('token', 't');
  form.set('a "b"\r\nc', 'line\r\nline --x\r\n');
  form.set('file', new File(['\0\r\n\r\n--'], 'ä "x".bin', { type: 'image/png' }));
  const sent = new Response(form);
  const read = parseForm(new Uint8Array(await sent.arrayBuffer()), sent.headers.get('content-type'), uploads);
  expect([...read.keys()]).toEqual(['token', 'a "b"\r\nc', 'file']);
  expect(read.get('a "b"\r\nc')).toBe('line\r\nline --x\r\n');
  const file = read.get('file') as File;
  expect([file.name, file.type, await file.text()]).toEqual(['ä "x".bin', 'image/png', '\0\r\n\r\n--']);
});

const part = (name: string, value = '') => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

test.each<[string, string, string | undefined, FormBounds]>([
  ['400 not a form', 'a=1', 'text/plain', usualForm],
  ['400 not a form', 'a=1', undefined, usualForm],
  ['400 not a form', `${part('a')}--x--`, multipart, usualForm],
  ['400 not readable', `${part('a')}--x--`, 'multipart/form-data', uploads],
  ['400 not readable', part('a'), multipart, uploads],
  ['400 not readable', `--x\r\nX: form-data; name="a"\r\n\r\n\r\n--x--`, multipart, uploads],
  ['400 not readable', `--x\r\nContent-Disposition: form-data; name="a"\r\n${part('b')}--x--`, multipart, uploads],
  ['413 too large', 'a'.repeat(16_385), urlencoded, usualForm],
  ['413 too many fields', '&'.repeat(300), urlencoded, usualForm],
  ['413 too many fields', `${part('a').repeat(4)}--x--`, multipart, uploads],
])('%s', (fault, body, type, bounds) => {
  expect(faultOf(() => parseForm(bytesOf(body), type, bounds))).toBe(fault);
});

describe('a form that must begin with a token', () => {
  const bounds = { ...uploads, bytes: 100_000 };

  /** Sends a body in pieces; returns the outcome, how many bytes were asked for and how many were counted. */
  async function send(body: string, type: string, { size = 1000, length }: { size?: number; length?: number } = {}) {
    let [asked, counted] = [0, 0];
    async function* chunks() {
      for (let at = 0; at < body.length; at += size) {
        const piece = bytesOf(body.slice(at, at + size));
        asked += piece.length;
        yield piece;
      }
    }
    const take = (bytes: number) => {
      counted += bytes;
    };
    const sent = { type, length: length === undefined ? null : String(length), chunks: chunks() };
    const outcome = await readForm(sent, bounds, { take, isToken: (given) => given === 'right' }).then(
      (form) => form.get('a'),
      ({ fault }: FormFault) => fault,
    );
    return { outcome, asked, counted };
  }

  const long = 'y'.repeat(90_000);

  test('is read as a whole if the token is right', async () => {
    expect(await send('token=right&a=1', urlencoded)).toMatchObject({ outcome: '1', counted: 15 });
    expect(await send('token=right', urlencoded)).toMatchObject({ outcome: null });
    expect(await send(`token=right&a=${long}`, urlencoded, { length: 90_014 })).toMatchObject({
      ...{ outcome: long, asked: 90_014, counted: 90_014 },
    });
    expect(await send(`${part('token', 'right')}${part('a', long)}--x--`, multipart, { size: 7 })).toMatchObject({
      outcome: long,
    });
  });

  test.each([
    ['wrong', `token=wrong&a=${long}`, urlencoded],
    ['behind another field', `a=${long}&token=right`, urlencoded],
    ['missing', `a=1&b=${long}`, urlencoded],
    ['too long', `token=${long}`, urlencoded],
    ['in parts, wrong', `${part('token', 'wrong')}${part('a', long)}--x--`, multipart],
    ['in parts, behind another field', `${part('a', long)}${part('token', 'right')}--x--`, multipart],
  ])('is not read further if the token is %s', async (_, body, type) => {
    const { outcome, asked } = await send(body, type);
    expect(outcome).toBe('wrong token');
    expect(asked).toBeLessThanOrEqual(5000);
  });

  test('is refused before it is read if it is too long, and while it is read', async () => {
    expect(await send('token=right', urlencoded, { length: 100_001 })).toEqual({
      ...{ outcome: 'too large', asked: 0, counted: 0 },
    });
    expect((await send(`token=right&a=${long}${long}`, urlencoded)).outcome).toBe('too large');
  });
});
