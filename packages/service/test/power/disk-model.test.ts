import { expect, test } from 'vitest';
import { randomOf } from '../support/random.ts';
import { type DiskEvent, DiskModel, sectorBytes } from './disk-model.ts';

const root = 0;
const make = (id: number, name: string, directory = root): DiskEvent => ({
  op: 'make',
  directory,
  name,
  id,
  kind: 'file',
});
const write = (id: number, text: string, at = 0): DiskEvent => ({ op: 'write', id, at, bytes: Buffer.from(text) });
const sync = (id: number): DiskEvent => ({ op: 'sync', id });
const rename = (id: number, from: string, to: string): DiskEvent => ({
  op: 'rename',
  from: { directory: root, name: from },
  to: { directory: root, name: to },
  id,
});
const remove = (name: string): DiskEvent => ({ op: 'remove', directory: root, name });

/** All that is found on the disk in many power failures after the events: names with contents. */
function outcomes(...events: DiskEvent[]): string[] {
  const model = new DiskModel(root);
  for (const event of events) model.apply(event);
  const found = Array.from({ length: 300 }, (_, seed) =>
    Array.from(model.afterPowerLoss(randomOf(seed)), ([name, bytes]) => `${name}=${Buffer.from(bytes!)}`).join(' '),
  );
  return [...new Set(found)].sort();
}

const old = [make(1, 'a'), write(1, 'old'), sync(1)];
test.each<[what: string, events: DiskEvent[], wanted: string[]]>([
  ['nothing is safe by itself', [make(1, 'a'), write(1, 'x')], ['', 'a=', 'a=x']],
  ['a file that was synced is there', [make(1, 'a'), write(1, 'x'), sync(1)], ['a=x']],
  [
    'a directory that was synced has the name, not the content',
    [make(1, 'a'), write(1, 'x'), sync(root)],
    ['a=', 'a=x'],
  ],
  [
    'a rename without any sync',
    [...old, make(2, 'b'), write(2, 'new'), rename(2, 'b', 'a')],
    ['a=', 'a=new', 'a=old', 'a=old b=', 'a=old b=new'],
  ],
  [
    'a rename of a synced file',
    [...old, make(2, 'b'), write(2, 'new'), sync(2), rename(2, 'b', 'a')],
    ['a=new', 'a=old b=new'],
  ],
  [
    'and of its directory',
    [...old, make(2, 'b'), write(2, 'new'), sync(2), rename(2, 'b', 'a'), sync(root)],
    ['a=new'],
  ],
  ['a file that was removed may be there', [...old, remove('a')], ['', 'a=old']],
  [
    'a longer file has zeros where nothing was written',
    [...old, { op: 'resize', id: 1, size: 5 }, sync(1)],
    ['a=old\0\0'],
  ],
])('%s', (_, events, wanted) => {
  expect(outcomes(...events)).toEqual(wanted);
});

test('sectors of a write are there or not', () => {
  const [one, two] = ['x'.repeat(sectorBytes), 'y'.repeat(sectorBytes)];
  const found = outcomes(make(1, 'a'), sync(1), write(1, one + two));
  expect(found).toEqual(['a=', `a=${'\0'.repeat(sectorBytes)}${two}`, `a=${one}`, `a=${one}${two}`]);
});
