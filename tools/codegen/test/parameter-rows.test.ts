import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeApi } from './support/describe.ts';
import { type Pair, pairOf } from './support/pair.ts';

/**
 * Requests written by hand, and what the handler gets of them: what OpenAPI 3.1.1 ("Style Values", "Style Examples"), RFC 3986
 * and RFC 6570 decide of each place and type. The client is to send each value so that the same comes out again.
 */

const SCHEMAS: Record<string, string> = {
  Text: '{ type: string }',
  Integer: '{ type: integer }',
  Number: '{ type: number }',
  Boolean: '{ type: boolean }',
  Texts: '{ type: array, items: { type: string } }',
  Integers: '{ type: array, items: { type: integer } }',
  Object: '{ type: object, properties: { r: { type: integer }, s: { type: string }, b: { type: boolean } } }',
};

/** Place, style and whether it explodes: `queryForm` is `style: form, explode: false`, `queryFormE` explodes. */
const FORMS: [place: string, style: string][] = [
  ['query', 'form'],
  ['query', 'spaceDelimited'],
  ['query', 'pipeDelimited'],
  ['path', 'simple'],
  ['path', 'label'],
  ['path', 'matrix'],
  ['header', 'simple'],
  ['cookie', 'form'],
];
const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1);
const PATHS = FORMS.flatMap(([place, style]) =>
  [false, true].flatMap((explode) =>
    Object.entries(SCHEMAS).flatMap(([kind, schema]) => {
      const isList = /s$|Object/.test(kind);
      if (/Delimited/.test(style) && (!isList || explode)) return [];
      const id = `${place}${capital(style.replace('Delimited', ''))}${explode ? 'E' : ''}${kind}`;
      const required = place === 'path' ? ', required: true' : '';
      const path = place === 'path' ? `/${id}/{p}` : `/${id}`;
      return [
        `  '${path}': { get: { operationId: ${id}, parameters: [{ name: p, in: ${place}${required}, style: ${style}, explode: ${explode}, schema: ${schema} }], responses: { 204: { description: d } } } }`,
      ];
    }),
  ),
).join('\n');

let pair: Pair;
beforeAll(async () => {
  pair = await pairOf('rows', describeApi(`paths:\n${PATHS}`));
});
afterAll(() => pair?.remove());

const REFUSED = Symbol('400');

type Row = [request: string, value: unknown];

const QUERY: Row[] = [
  ['queryFormText?p=a', 'a'],
  ['queryFormText?p=', ''],
  ['queryFormText?p', ''],
  ['queryFormText?&p=a&', 'a'],
  ['queryFormText?%70=a', 'a'],
  ['queryFormText?p=a=b', 'a=b'],
  ['queryFormText?p=%2525', '%25'],
  ['queryFormText?p=%c3%BC', 'ü'],
  ['queryFormText?p=%F0%9F%98%80', '😀'],
  ["queryFormText?p=!$'()*,;:@/?-._~", "!$'()*,;:@/?-._~"],
  ['queryFormText?p=%26%3D%23%2B', '&=#+'],
  ['queryFormText?p=%0A%09', '\n\t'],
  ['queryFormText?p=%zz', REFUSED],
  ['queryFormText?p=%ff', REFUSED],
  ['queryFormText?p=a&p=b', REFUSED],
  ['queryFormText?P=a', undefined],
  ['queryFormInteger?p=-5', -5],
  ['queryFormInteger?p=007', 7],
  ['queryFormInteger?p=1.5', REFUSED],
  ['queryFormInteger?p=0x10', REFUSED],
  ['queryFormInteger?p=%201', REFUSED],
  ['queryFormInteger?p=1,2', REFUSED],
  ['queryFormInteger?p=Infinity', REFUSED],
  ['queryFormNumber?p=-1.5e3', -1500],
  ['queryFormNumber?p=NaN', REFUSED],
  ['queryFormNumber?p=1,5', REFUSED],
  ['queryFormBoolean?p=true', true],
  ['queryFormBoolean?p=false', false],
  ['queryFormBoolean?p=maybe', REFUSED],
  ['queryFormTexts?p=a,b', ['a', 'b']],
  ['queryFormTexts?p=a', ['a']],
  ['queryFormTexts?p=a%2Cb,c', ['a,b', 'c']],
  ['queryFormTexts?p=a,,b', ['a', '', 'b']],
  ['queryFormTexts?p=%20a,b%20', [' a', 'b ']],
  ['queryFormETexts?p=a&p=b', ['a', 'b']],
  ['queryFormETexts?p=a,b', ['a,b']],
  ['queryFormETexts?p=&p=', ['', '']],
  ['queryFormETexts', []],
  ['queryFormIntegers?p=1,-2', [1, -2]],
  ['queryFormIntegers?p=1,x', REFUSED],
  ['queryFormEIntegers?p=1&p=2', [1, 2]],
  ['queryFormEIntegers?p=1&p=x', REFUSED],
  ['queryFormObject?p=r,1,s,a', { r: 1, s: 'a' }],
  ['queryFormObject?p=s,a%2Cb,b,true', { s: 'a,b', b: true }],
  ['queryFormObject?p=s,', { s: '' }],
  ['queryFormObject?p=r,1,r,2', REFUSED],
  ['queryFormObject?p=r', REFUSED],
  ['querySpaceTexts?p=a%20b', ['a', 'b']],
  ['querySpaceIntegers?p=1%202', [1, 2]],
  ['querySpaceObject?p=r%201%20s%20a', { r: 1, s: 'a' }],
  ['queryPipeTexts?p=a%7Cb', ['a', 'b']],
  ['queryPipeTexts?p=a|b', ['a', 'b']],
  ['queryPipeIntegers?p=1%7C2', [1, 2]],
  ['queryPipeIntegers?p=1%7Cx', REFUSED],
  ['queryPipeObject?p=r%7C1%7Cs%7Ca', { r: 1, s: 'a' }],
];

const PATH: Row[] = [
  ['pathSimpleText/a%2Fb', 'a/b'],
  ['pathSimpleText/a%20b+c', 'a b+c'],
  ["pathSimpleText/!$&'()*+,;=:@", "!$&'()*+,;=:@"],
  ['pathSimpleText/%zz', REFUSED],
  ['pathSimpleInteger/-5', -5],
  ['pathSimpleInteger/x', REFUSED],
  ['pathSimpleNumber/1.5', 1.5],
  ['pathSimpleBoolean/true', true],
  ['pathSimpleTexts/a,b', ['a', 'b']],
  ['pathSimpleTexts/a%2Cb,c', ['a,b', 'c']],
  ['pathSimpleETexts/a,b', ['a', 'b']],
  ['pathSimpleIntegers/1,2', [1, 2]],
  ['pathSimpleIntegers/1,x', REFUSED],
  ['pathSimpleObject/r,1,s,a', { r: 1, s: 'a' }],
  ['pathSimpleEObject/r=1,s=a%3Db', { r: 1, s: 'a=b' }],
  ['pathSimpleEObject/r', REFUSED],
  ['pathLabelText/.a', 'a'],
  ['pathLabelText/a', REFUSED],
  ['pathLabelInteger/.5', 5],
  ['pathLabelBoolean/.false', false],
  ['pathLabelTexts/.a,b', ['a', 'b']],
  ['pathLabelETexts/.a.b', ['a', 'b']],
  ['pathLabelEIntegers/.1.2', [1, 2]],
  ['pathLabelIntegers/.1,x', REFUSED],
  ['pathLabelObject/.r,1,s,a', { r: 1, s: 'a' }],
  ['pathLabelEObject/.r=1.s=a', { r: 1, s: 'a' }],
  ['pathMatrixText/;p=a', 'a'],
  ['pathMatrixText/;p=', ''],
  ['pathMatrixText/;p', ''],
  ['pathMatrixText/;q=a', REFUSED],
  ['pathMatrixInteger/;p=5', 5],
  ['pathMatrixBoolean/;p=true', true],
  ['pathMatrixTexts/;p=a,b', ['a', 'b']],
  ['pathMatrixETexts/;p=a;p=b', ['a', 'b']],
  ['pathMatrixEIntegers/;p=1;p=2', [1, 2]],
  ['pathMatrixIntegers/;p=1,x', REFUSED],
  ['pathMatrixObject/;p=r,1,s,a', { r: 1, s: 'a' }],
  ['pathMatrixEObject/;r=1;s=a', { r: 1, s: 'a' }],
];

/** What stands in the header `p`. */
const HEADER: Row[] = [
  ['headerSimpleText a b', 'a b'],
  ['headerSimpleText a,b', 'a,b'],
  ['headerSimpleText %2C', '%2C'],
  ['headerSimpleInteger 5', 5],
  ['headerSimpleInteger 5, 6', REFUSED],
  ['headerSimpleBoolean true', true],
  ['headerSimpleTexts a,b', ['a', 'b']],
  ['headerSimpleTexts a, b', ['a', 'b']],
  ['headerSimpleETexts a,b', ['a', 'b']],
  ['headerSimpleIntegers 1,2', [1, 2]],
  ['headerSimpleIntegers 1,x', REFUSED],
  ['headerSimpleObject r,1,s,a', { r: 1, s: 'a' }],
  ['headerSimpleEObject r=1,s=a', { r: 1, s: 'a' }],
  ['headerSimpleEObject r', REFUSED],
];

/** What stands in the header `Cookie`. */
const COOKIE: Row[] = [
  ['cookieFormText a=1; p=b', 'b'],
  ['cookieFormText p=', ''],
  ['cookieFormText p=a%20b', 'a b'],
  ['cookieFormInteger p=5', 5],
  ['cookieFormInteger p=x', REFUSED],
  ['cookieFormBoolean p=true', true],
  ['cookieFormTexts p=a,b', ['a', 'b']],
  ['cookieFormETexts p=a; p=b', ['a', 'b']],
  ['cookieFormIntegers p=1,2', [1, 2]],
  ['cookieFormObject p=r,1,s,a', { r: 1, s: 'a' }],
];

async function receive(target: string, headers: Record<string, string>): Promise<unknown> {
  const { status, received } = await pair.ask(`GET /${target}`, { headers });
  if (status === 400) return REFUSED;
  return received === undefined ? status : (received as { p?: unknown }).p;
}

describe('what reaches the handler', () => {
  test.each([...QUERY, ...PATH])('GET /%s', async (target, wanted) => {
    expect(await receive(target, {})).toEqual(wanted);
  });

  test.each(HEADER)('the header of %s', async (row, wanted) => {
    const [id = '', value = ''] = row.split(/ (.*)/);
    expect(await receive(id, { p: value })).toEqual(wanted);
  });

  test.each(COOKIE)('the cookie of %s', async (row, wanted) => {
    const [id = '', value = ''] = row.split(/ (.*)/);
    expect(await receive(id, { cookie: value })).toEqual(wanted);
  });
});

describe('what the client sends is received as it was given', () => {
  const rows = [...QUERY, ...PATH, ...HEADER, ...COOKIE].filter(
    ([, value]) => value !== REFUSED && value !== undefined,
  );
  test.each(rows.map(([target, value]): Row => [target.split(/[?/ ]/)[0]!, value]))('%s %j', async (id, p) => {
    const result = await pair.client[id]!({ p });
    expect(result.error).toBeUndefined();
    expect(pair.received()).toEqual({ p });
  });
});
