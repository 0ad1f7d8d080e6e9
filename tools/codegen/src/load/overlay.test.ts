import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BaseResolver } from '@redocly/openapi-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDescription } from './load.ts';
import { applyOverlay } from './overlay.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'overlay-'));
  const description = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    tags: [{ name: 'a' }],
    paths: {
      '/a': { get: { operationId: 'a', parameters: [{ name: 'q', in: 'query', schema: {} }], responses: {} } },
      '/b': { get: { operationId: 'b', responses: {} } },
    },
  };
  await writeFile(path.join(folder, 'openapi.json'), JSON.stringify(description));
});
afterAll(() => rm(folder, { recursive: true }));

async function overlaid(...actions: object[]) {
  const overlay = path.join(folder, 'overlay.yaml');
  await writeFile(overlay, JSON.stringify({ overlay: '1.0.0', info: { title: 'O', version: '1' }, actions }));
  return loadDescription(path.join(folder, 'openapi.json'), { overlays: [overlay] });
}

test.each<[string, object, object]>([
  [
    'members are merged',
    { target: '$.info', update: { version: '2', summary: 's' } },
    { info: { title: 'T', version: '2', summary: 's' } },
  ],
  [
    'lists are appended to',
    { target: '$', update: { tags: [{ name: 'b' }] } },
    { tags: [{ name: 'a' }, { name: 'b' }] },
  ],
  ['a list is selected', { target: '$.tags', update: { name: 'b' } }, { tags: [{ name: 'a' }, { name: 'b' }] }],
  [
    'what a filter selects',
    { target: "$.paths[*][?@.operationId == 'b']", update: { summary: 's' } },
    { paths: { '/a': { get: { operationId: 'a' } }, '/b': { get: { operationId: 'b', summary: 's' } } } },
  ],
])('%s', async (_, action, wanted) => {
  expect(await overlaid(action)).toMatchObject(wanted);
});

test('what is selected is removed, also from lists', async () => {
  const { paths, tags } = await overlaid(
    { target: "$.paths['/b']", remove: true },
    { target: '$..parameters[*]', remove: true },
    { target: '$.tags[0]', remove: true },
  );
  expect(paths).toEqual({ '/a': { get: { operationId: 'a', parameters: [], responses: {} } } });
  expect(tags).toEqual([]);
});

test.each<[string, object[], object]>([
  ['a text is another one', [{ target: '$.info.title', update: 'Shop' }], { info: { title: 'Shop' } }],
  [
    'each value that a target selects',
    [{ target: '$.paths[*].get.operationId', update: null }],
    { paths: { '/a': { get: { operationId: null } }, '/b': { get: { operationId: null } } } },
  ],
  [
    'a part is copied into another one',
    [
      { target: '$.paths', update: { '/c': {} } },
      { target: "$.paths['/c']", copy: "$.paths['/b']" },
      { target: "$.paths['/c'].get.operationId", update: 'c' },
    ],
    { paths: { '/b': { get: { operationId: 'b' } }, '/c': { get: { operationId: 'c' } } } },
  ],
  [
    'a list is copied to the end of one',
    [{ target: '$.tags', copy: '$.tags' }],
    { tags: [{ name: 'a' }, { name: 'a' }] },
  ],
  ['a text is copied', [{ target: '$.info.title', copy: '$.info.version' }], { info: { title: '1' } }],
])('Overlay 1.1: %s', async (_, actions, wanted) => {
  const description = structuredClone(await written());
  const overlay = path.join(folder, 'overlay.yaml');
  await writeFile(overlay, JSON.stringify({ overlay: '1.1.0', info: { title: 'O', version: '1' }, actions }));
  await applyOverlay(description, overlay, new BaseResolver());
  expect(description).toMatchObject(wanted);
});

const written = async () => JSON.parse(await readFile(path.join(folder, 'openapi.json'), 'utf8'));

test('actions follow one another', async () => {
  const { info } = await overlaid(
    { target: '$.info', update: { 'x-a': { b: 1 } } },
    { target: "$.info['x-a']", update: { c: 2 } },
  );
  expect(info['x-a']).toEqual({ b: 1, c: 2 });
});

test.each<[string, object, RegExp]>([
  [
    'selects nothing',
    { target: '$.none', update: {} },
    /overlay\.yaml#\/actions\/0\/target: "\$\.none" selects nothing$/,
  ],
  ['is no JSONPath', { target: 'info', update: {} }, /#\/actions\/0\/target: "info" is no JSONPath$/],
  [
    'selects a text',
    { target: '$.info.title', update: {} },
    /actions\/0\/update: must be a text, a number, a boolean or null, as the target selects "T"$/,
  ],
  [
    'selects an object',
    { target: '$.info', update: 'T' },
    /actions\/0\/update: must be an object, as the target selects one$/,
  ],
  [
    'is changed in two ways',
    { target: '$.info', update: {}, copy: '$.info' },
    /actions\/0: has both "update" and "copy"/,
  ],
  ['is a copy of nothing', { target: '$.info', copy: '$.none' }, /actions\/0\/copy: "\$\.none" selects nothing$/],
  [
    'is a copy of several parts',
    { target: '$.info', copy: '$.paths[*]' },
    /actions\/0\/copy: .* selects 2 parts; it must select one$/,
  ],
])('a target that %s is told', async (_, action, message) => {
  await expect(overlaid(action)).rejects.toThrow(message);
});

test('a file that is no overlay, or is not there, is told', async () => {
  const description = path.join(folder, 'openapi.json');
  await expect(loadDescription(description, { overlays: [description] })).rejects.toThrow('not an OpenAPI Overlay 1.0');
  const none = path.join(folder, 'none.yaml');
  await expect(loadDescription(description, { overlays: [none] })).rejects.toThrow(
    /none\.yaml: there is no such file; give/,
  );
});
