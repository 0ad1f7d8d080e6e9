import { expect, test } from 'vitest';
import { findBlock, readBlocks } from './document.ts';
import { findMarked, markOf } from './marks.ts';

/** A mailing with a column of texts. */
const of = (...texts: string[]) =>
  readBlocks(
    `<mjml><mj-body><mj-section><mj-column>${texts.map((text) => `<mj-text>${text}</mj-text>`).join('')}</mj-column></mj-section></mj-body></mjml>`,
  );
const column = readBlocks(of('a').source).blocks[0]!.blocks[0]!.path;
const at = (place: number) => `${column}.${place}`;

test.each([
  ['where it was', ['a', 'b'], 1, ['a', 'b'], at(1)],
  ['moved', ['a', 'b'], 1, ['b', 'a'], at(0)],
  ['changed or removed', ['a', 'b'], 1, ['a', 'c'], undefined],
  ['one of twins, where it was', ['a', 'a'], 1, ['a', 'a', 'b'], at(1)],
  ['one of twins, and another one was added', ['a', 'b'], 0, ['a', 'b', 'a'], at(0)],
  ['one of twins, of which one was removed', ['a', 'a'], 1, ['a'], 'unknown'],
  ['one of twins, of which one was removed before it', ['a', 'a', 'a'], 1, ['a', 'a'], 'unknown'],
  ['one of twins, which were moved', ['a', 'a', 'b'], 1, ['a', 'b', 'a'], 'unknown'],
])('a block that is %s', (_, before, place, after, wanted) => {
  const then = of(...before);
  const found = findMarked(of(...after), at(place), markOf(then, findBlock(then, at(place))!));
  expect(typeof found === 'object' ? found.path : found).toBe(wanted);
});
