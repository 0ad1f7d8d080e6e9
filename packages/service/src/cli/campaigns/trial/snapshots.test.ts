import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Snapshots } from './snapshots.ts';

const room = () => mkdtempSync(join(tmpdir(), 'mailwright-snapshots-'));

test('what is missing or differs is told with its line, and written on demand', () => {
  const root = room();
  expect(new Snapshots(root, false).check('a.html', 'one\ntwo')).toMatch(/^there is no snapshots\/a\.html;/);
  expect(new Snapshots(root, true).check('a.html', 'one\ntwo')).toBeUndefined();
  const snapshots = new Snapshots(root, false);
  expect(snapshots.check('a.html', 'one\r\ntwo')).toBeUndefined();
  expect(snapshots.check('a.html', 'one\n2')).toMatch(/snapshots\/a\.html:2;/);
});

test('files of mailings that are gone are found, and removed on demand', () => {
  const root = room();
  new Snapshots(root, true).check('old.html', 'x');
  expect(new Snapshots(root, false).findOld()).toEqual(['old.html']);
  new Snapshots(root, true).findOld();
  expect(new Snapshots(root, false).findOld()).toEqual([]);
});

test('nothing is written or removed through a link', () => {
  const [root, elsewhere] = [room(), room()];
  mkdirSync(join(elsewhere, 'kept'));
  writeFileSync(join(elsewhere, 'kept/page.html'), 'kept');
  symlinkSync(join(elsewhere, 'kept'), join(root, 'snapshots'));
  expect(() => new Snapshots(root, true)).toThrow('snapshots is a link; it must be a directory');
  expect(readFileSync(join(elsewhere, 'kept/page.html'), 'utf8')).toBe('kept');
});
