import { describe, expect, test } from 'vitest';
import { Router } from './router.ts';

const MAP = '/maps/v{version}-{west},{south},{east},{north}.{format}';

const router = new Router<string>();
for (const [method, path] of [
  ['GET', '/ping'],
  ['POST', '/ping'],
  ['GET', '/mailings/filter/states'],
  ['GET', '/mailings/{mailingid}/name'],
  ['DELETE', '/mailings/{mailingid}'],
  ['POST', '/blacklists/{id}'],
  ['GET', '/blacklists/names'],
  ['GET', '/contacts/email/{email}'],
  ['GET', '/a/{x}/b/{y}'],
  ['GET', '/a/{x}/c'],
  ['GET', '/reports/{name}.{format}'],
  ['GET', '/reports/{name}'],
  ['GET', '/reports/{name}.schema.{format}'],
  ['GET', MAP],
] as const) {
  router.add(method, path, `${method} ${path}`);
}

test.each([
  ['GET', '/ping', 'GET /ping', []],
  ['GET', '/ping/', 'GET /ping', []],
  ['POST', '/ping', 'POST /ping', []],
  ['GET', '/mailings/filter/states', 'GET /mailings/filter/states', []],
  ['GET', '/mailings/7/name', 'GET /mailings/{mailingid}/name', ['7']],
  ['GET', '/mailings/filter/name', 'GET /mailings/{mailingid}/name', ['filter']],
  ['DELETE', '/mailings/7/', 'DELETE /mailings/{mailingid}', ['7']],
  ['POST', '/blacklists/names', 'POST /blacklists/{id}', ['names']],
  ['GET', '/blacklists/names', 'GET /blacklists/names', []],
  ['GET', '/contacts/email/a%2Fb+c%40x.org', 'GET /contacts/email/{email}', ['a/b+c@x.org']],
  ['GET', '/contacts/email/gr%C3%BCn', 'GET /contacts/email/{email}', ['grün']],
  ['GET', '/contacts/email/__proto__', 'GET /contacts/email/{email}', ['__proto__']],
  ['GET', '/%70ing', 'GET /ping', []],
  ['GET', '/a/1/b/2', 'GET /a/{x}/b/{y}', ['1', '2']],
  ['GET', '/a/1/c', 'GET /a/{x}/c', ['1']],
  ['GET', '/reports/year.csv', 'GET /reports/{name}.{format}', ['year', 'csv']],
  ['GET', '/reports/year.schema.csv', 'GET /reports/{name}.schema.{format}', ['year', 'csv']],
  ['GET', '/reports/year', 'GET /reports/{name}', ['year']],
  ['GET', '/reports/year.', 'GET /reports/{name}', ['year.']],
  ['GET', '/reports/.csv', 'GET /reports/{name}', ['.csv']],
  ['GET', '/reports/2024.5.tar.gz', 'GET /reports/{name}.{format}', ['2024.5.tar', 'gz']],
  ['GET', '/maps/v1-1.5,-2.5,3.5,4.75.json', `GET ${MAP}`, ['1', '1.5', '-2.5', '3.5', '4.75', 'json']],
])('%s %s is %s with %j', (method, path, target, values) => {
  const match = router.find({ method, path, query: '', headers: {} });
  expect(match).toMatchObject({ found: 'route', values });
  expect(match.found === 'route' && match.route.target).toBe(target);
});

test.each([
  ['PATCH', '/ping', ['GET', 'POST']],
  ['HEAD', '/ping', ['GET', 'POST']],
  ['get', '/ping', ['GET', 'POST']],
  ['PUT', '/blacklists/names', ['GET', 'POST']],
  ['GET', '/mailings/7', ['DELETE']],
])('%s %s offers %j', (method, path, allow) => {
  expect(router.find({ method, path, query: '', headers: {} })).toEqual({ found: 'path', allow });
});

test.each([
  '',
  '/',
  'ping',
  '//ping',
  '/ping//',
  '/Ping',
  '/mailings',
  '/mailings//name',
  '/mailings/7/name/x',
  '/constructor',
])('"%s" is nothing', (path) => {
  expect(router.find({ method: 'GET', path, query: '', headers: {} })).toEqual({ found: 'nothing' });
});

test.each([
  ['/contacts/email/%', '%'],
  ['/contacts/email/%zz', '%zz'],
  ['/contacts/email/%ff', '%ff'],
  ['/contacts/email/%C3%28', '%C3%28'],
])('%s has a bad encoding', (path, segment) => {
  expect(router.find({ method: 'GET', path, query: '', headers: {} })).toEqual({ found: 'bad encoding', segment });
});

test('a segment of many separators is taken apart in linear time', () => {
  const path = `/maps/v${'-,'.repeat(100_000)}`;
  expect(router.find({ method: 'GET', path, query: '', headers: {} })).toEqual({ found: 'nothing' });
});

test('two operations at one place are refused', () => {
  const twice = new Router<string>();
  twice.add('GET', '/a/{x}', 'one');
  expect(() => twice.add('GET', '/a/{y}', 'two')).toThrow('Two operations for GET /a/{y}');
});

test.each<[path: string, match: object | 'nothing']>([
  ['/b/k', { values: ['b', 'k'] }],
  ['/b/a/b/c', { values: ['b', 'a/b/c'] }],
  ['/b/a%2Fb//c/', { values: ['b', 'a/b//c/'] }],
  ['/b//k', { values: ['b', '/k'] }],
  ['/b/a/tags', { values: ['b', 'a'] }],
  ['/b/', { route: expect.objectContaining({ target: 'bucket' }), values: ['b'] }],
  ['/', 'nothing'],
])('a parameter that takes slashes: %s', (path, wanted) => {
  const greedy = new Router<string>();
  greedy.add('GET', '/{bucket}', 'bucket');
  greedy.add('GET', '/{bucket}/{key}', 'key', [], { greedy: ['key'] });
  greedy.add('GET', '/{bucket}/{key}/tags', 'tags', [], { greedy: ['key'] });
  const match = greedy.find({ method: 'GET', path, query: '', headers: {} });
  expect(match).toMatchObject(wanted === 'nothing' ? { found: 'nothing' } : { found: 'route', ...wanted });
});

test.each([
  ['', 'bucket'],
  ['policy=true', 'policy'],
  ['policy=', 'policy'],
  ['policy', 'policy'],
  ['policy=1', undefined],
  ['other=1', 'bucket'],
])('DELETE /b?%s reaches %s', (query, target) => {
  const marked = new Router<string>();
  const condition = { in: 'query' as const, name: 'policy' };
  marked.add('DELETE', '/{bucket}', 'bucket', [], { excludes: [condition] });
  marked.add('DELETE', '/{bucket}', 'policy', [{ ...condition, value: 'true', empty: true }]);
  const match = marked.find({ method: 'DELETE', path: '/b', query, headers: {} });
  expect(match.found === 'route' ? match.route.target : undefined).toBe(target);
});

describe('operations of one method and path', () => {
  const marked = new Router<string>();
  marked.add('GET', '/', 'list');
  marked.add('GET', '/', 'copy', [{ in: 'header', name: 'X-Source' }]);
  marked.add('GET', '/', 'A', [{ in: 'query', name: 'Action', value: 'A' }]);
  marked.add('GET', '/', 'part of A', [
    { in: 'query', name: 'Action', value: 'A' },
    { in: 'query', name: 'part' },
  ]);

  test.each([
    ['', {}, 'list'],
    ['Action=B', {}, 'list'],
    ['Action=A', {}, 'A'],
    ['x=1&Action=%41', {}, 'A'],
    ['part&Action=A', {}, 'part of A'],
    ['%zz', { 'x-source': '/a' }, 'copy'],
  ])('?%s %j is %s', (query, headers, target) => {
    const match = marked.find({ method: 'GET', path: '/', query, headers });
    expect(match.found === 'route' && match.route.target).toBe(target);
  });

  test('a request without a condition, where each has one', () => {
    const all = new Router<string>();
    all.add('GET', '/', 'A', [{ in: 'query', name: 'Action', value: 'A' }]);
    all.add('GET', '/', 'B', [{ in: 'query', name: 'Action', value: 'B' }]);
    expect(all.find({ method: 'GET', path: '/', query: 'Action=C', headers: {} })).toEqual({
      found: 'no condition',
      conditions: [[{ in: 'query', name: 'Action', value: 'A' }], [{ in: 'query', name: 'Action', value: 'B' }]],
    });
  });
});

test.each([
  ['GET', '/people/a@x.org', { found: 'route' }],
  ['GET', '/people/a%40x.org', { found: 'route' }],
  ['PUT', '/people/a@x.org', { found: 'path', allow: ['GET'] }],
  ['GET', '/people/backup', { found: 'nothing' }],
  ['PUT', '/people/backup', { found: 'nothing' }],
])('%s %s, where a person contains @, is %j', (method, path, wanted) => {
  const people = new Router<string>();
  people.add('GET', '/people/{email}', 'person', [], { contains: '@' });
  expect(people.find({ method, path, query: '', headers: {} })).toMatchObject(wanted);
});
