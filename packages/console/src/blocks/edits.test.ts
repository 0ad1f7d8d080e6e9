import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allBlocks, findBlock, readBlocks, sourceOf } from './document.ts';
import { addBlock, blockAt, changeBlock, duplicateBlock, fits, moveBlock, moveInto, removeBlock } from './edits.ts';
import type { Values } from './values.ts';

const source = `<mjml>
  <mj-head><mj-attributes><mj-button background-color="#1f5a45" /><mj-all color="#20262b" /></mj-attributes></mj-head>
  <mj-body>
    <mj-section>
      <mj-column width="50%">
        <mj-text><h1 style="margin:0">Title</h1></mj-text>
        <!-- stays -->
        <mj-image src="a.png" alt="A" />
      </mj-column>
      <mj-column width="50%">
        <mj-button href="https://a.example/?b&amp;c">Go</mj-button>
      </mj-column>
    </mj-section>
    <mj-section>
      <mj-column />
    </mj-section>
  </mj-body>
</mjml>
`;
const document = readBlocks(source);
const at = (path: string) => findBlock(document, path)!;

function changed(path: string, values: Values): string {
  const made = changeBlock(document, at(path), values);
  return 'fault' in made ? `${made.fault} ${made.value}` : made.source;
}

describe('a value that is set', () => {
  test.each<[path: string, values: Values, before: string, after: string]>([
    ['0.0.0', { text: 'New **title**' }, '>Title<', '>New <b>title</b><'],
    ['0.0.0', { level: 'h3' }, '<h1 style="margin:0">Title</h1>', '<h3 style="margin:0">Title</h3>'],
    [
      '0.0.0',
      { level: 'h2', text: 'A', align: 'center' },
      '<mj-text><h1 style="margin:0">Title</h1>',
      '<mj-text align="center"><h2 style="margin:0">A</h2>',
    ],
    ['0.0.1', { alt: 'A "cat" & <dog>' }, 'alt="A"', 'alt="A &quot;cat&quot; &amp; &lt;dog>"'],
    ['0.0.1', { alt: '' }, 'alt="A"', 'alt=""'],
    ['0.0.1', { href: 'a.example', width: '300' }, 'alt="A"', 'alt="A" href="https://a.example" width="300px"'],
    ['0.1.0', { href: '[[LINK|ONLINE]]' }, 'https://a.example/?b&amp;c', '[[LINK|ONLINE]]'],
    ['0.1.0', { href: '' }, ' href="https://a.example/?b&amp;c"', ''],
    ['0.1.0', { color: '#ff0000' }, '?b&amp;c"', '?b&amp;c" color="#ff0000"'],
    [
      '1',
      { 'background-color': '#eeeeee' },
      '<mj-section>\n      <mj-column />',
      '<mj-section background-color="#eeeeee">\n      <mj-column />',
    ],
  ])('of %s to %j changes that alone', (path, values, before, after) => {
    const parts = source.split(before);
    expect(parts.length).toBeGreaterThanOrEqual(2);
    const first = parts[0]!.length;
    expect(changed(path, values)).toBe(source.slice(0, first) + after + source.slice(first + before.length));
  });

  test.each<[path: string, values: Values, fault: string]>([
    ['0.1.0', { href: 'javascript:alert(1)' }, 'link javascript:alert(1)'],
    ['0.0.0', { text: '[a](vbscript:x)' }, 'link vbscript:x'],
    ['0.0.1', { width: 'wide' }, 'size wide'],
    ['0.1.0', { color: 'red"><script>' }, 'color red"><script>'],
    ['0.0.0', { align: 'top' }, 'color top'],
  ])('of %s to %j is refused', (path, values, fault) => {
    expect(changed(path, values)).toBe(fault);
  });

  test('what the head says is the value of a block that says nothing', () => {
    expect(changed('0.1.0', { 'background-color': '#1f5a45' })).toBe(source);
  });

  test('a text without an end tag gets one', () => {
    const empty = readBlocks(
      '<mjml><mj-body><mj-section><mj-column><mj-text color="red" /></mj-column></mj-section></mj-body></mjml>',
    );
    expect(changeBlock(empty, findBlock(empty, '0.0.0')!, { text: 'A' })).toEqual({
      source:
        '<mjml><mj-body><mj-section><mj-column><mj-text color="red" >A</mj-text></mj-column></mj-section></mj-body></mjml>',
    });
  });
});

describe('columns of a row', () => {
  test('fewer of them: what was in those that go is in the last one', () => {
    const one = changed('0', { columns: '1' });
    const row = findBlock(readBlocks(one), '0')!;
    expect(row.blocks.map(({ blocks }) => blocks.map(({ kind }) => kind))).toEqual([['heading', 'image', 'button']]);
    expect(one).toContain('      <mj-column>\n        <mj-text>');
    expect(one).toContain('<!-- stays -->');
  });

  test('more of them are empty, and all are as wide', () => {
    const four = changed('0', { columns: '4' });
    expect(findBlock(readBlocks(four), '0')!.blocks.map(({ blocks }) => blocks.length)).toEqual([2, 1, 0, 0]);
    expect(four).not.toContain('width=');
    expect(changed('0', { columns: '5' })).toBe(source);
  });
});

const designs = join(import.meta.dirname, '../../../service/designs');
const sources = [
  source,
  ...globSync('*.mjml', { cwd: designs }).map((file) => readFileSync(join(designs, file), 'utf8')),
];
const everywhere = sources.flatMap((each) => {
  const read = readBlocks(each);
  return allBlocks(read).map((block) => ({ read, block }));
});

describe('laws, for each block of each design', () => {
  test('a copy that is removed again leaves the source as it was', () => {
    for (const { read, block } of everywhere) {
      const copy = duplicateBlock(read, block);
      const after = readBlocks(copy.source);
      const added = blockAt(after, copy.at)!;
      expect(sourceOf(after, added)).toBe(sourceOf(read, block));
      expect(removeBlock(after, added).source).toBe(read.source);
    }
  });

  test('a block that goes down and up again, past its neighbor, leaves the source as it was', () => {
    let moves = 0;
    for (const { read, block } of everywhere) {
      const down = moveBlock(read, block, 'down');
      if (down === undefined) continue;
      const after = readBlocks(down.source);
      const moved = blockAt(after, down.at)!;
      expect(sourceOf(after, moved)).toBe(sourceOf(read, block));
      expect(allBlocks(after).length).toBe(allBlocks(read).length);
      if (moved.path.length !== block.path.length || moved.path.slice(0, -1) !== block.path.slice(0, -1)) continue;
      moves++;
      expect(moveBlock(after, moved, 'up')?.source).toBe(read.source);
    }
    expect(moves).toBeGreaterThan(100);
  });

  test('a block that is moved into any place is there, and the others are as they were', () => {
    let moves = 0;
    for (const { read, block } of everywhere)
      for (const frame of [undefined, ...allBlocks(read)]) {
        if (!fits(read, block, frame)) continue;
        const moved = moveInto(read, block, frame?.path ?? '', 0)!;
        const after = readBlocks(moved.source);
        expect(sourceOf(after, blockAt(after, moved.at)!)).toBe(sourceOf(read, block));
        const sorted = (of: typeof read) =>
          allBlocks(of)
            .filter(({ blocks }) => blocks.length === 0)
            .map(({ kind }) => kind)
            .filter((kind) => !['area', 'row', 'group', 'column'].includes(kind))
            .toSorted();
        expect(sorted(after)).toEqual(sorted(read));
        moves++;
      }
    expect(moves).toBeGreaterThan(500);
  });

  test('a block is added behind each one, and removed again', () => {
    for (const { read, block } of everywhere)
      for (const fragment of [
        { level: 'leaf', mjml: '<mj-table>\n  <tr></tr>\n</mj-table>' },
        { level: 'row', mjml: '<mj-section>\n  <mj-column></mj-column>\n</mj-section>' },
      ] as const) {
        const added = addBlock(read, block, fragment)!;
        const after = readBlocks(added.source);
        const found = blockAt(after, added.at)!;
        expect(found.kind).toBe(fragment.level === 'leaf' ? 'code' : 'row');
        const isBeside = found.path.slice(0, -1) === block.path.slice(0, -1) && block.path.length === found.path.length;
        if (isBeside) expect(removeBlock(after, found).source).toBe(read.source);
      }
  });
});

describe('moves', () => {
  const pathAfter = (edited: ReturnType<typeof moveBlock>) =>
    edited && blockAt(readBlocks(edited.source), edited.at)?.path;
  test.each<[path: string, direction: 'up' | 'down', wanted: string | undefined]>([
    ['0.0.0', 'down', '0.0.1'],
    ['0.0.0', 'up', undefined],
    ['0.0.1', 'down', '0.1.0'],
    ['0.1.0', 'down', '1.0.0'],
    ['0.1.0', 'up', '0.0.2'],
    ['0.0', 'down', '0.1'],
    ['0.1', 'down', undefined],
    ['0', 'down', '1'],
    ['1', 'down', undefined],
  ])('%s %s: %s', (path, direction, wanted) => {
    expect(pathAfter(moveBlock(document, at(path), direction))).toBe(wanted);
  });

  test('into an empty column, which gets an end tag', () => {
    const moved = moveInto(document, at('0.1.0'), '1.0', 0)!;
    expect(moved.source).toContain(
      '      <mj-column>\n        <mj-button href="https://a.example/?b&amp;c">Go</mj-button>\n      </mj-column>\n',
    );
  });

  test.each([
    ['0.0.0', '0'],
    ['0', '0.0'],
    ['0', '1'],
    ['0.0.0', ''],
    ['0.0.0', '7.7'],
    ['0.0.0', 'x'],
  ])('%s does not fit into %j', (path, frame) => {
    expect(moveInto(document, at(path), frame, 0)).toBeUndefined();
  });

  test('a row leaves its area', () => {
    const read = readBlocks('<mjml><mj-body><mj-wrapper><mj-section /></mj-wrapper></mj-body></mjml>');
    const moved = moveBlock(read, findBlock(read, '0.0')!, 'up')!;
    expect(moved.source).toBe('<mjml><mj-body><mj-section /><mj-wrapper></mj-wrapper></mj-body></mjml>');
  });
});

test('lines are indented as those around them, with the same line ends', () => {
  const windows = readBlocks('<mjml>\r\n  <mj-body>\r\n  </mj-body>\r\n</mjml>');
  expect(addBlock(windows, undefined, { level: 'leaf', mjml: '<mj-text>A</mj-text>' })!.source).toBe(
    '<mjml>\r\n  <mj-body>\r\n    <mj-section>\r\n      <mj-column>\r\n        <mj-text>A</mj-text>\r\n      </mj-column>\r\n    </mj-section>\r\n  </mj-body>\r\n</mjml>',
  );
});

test('a source that is one block of code has no place for others', () => {
  const code = readBlocks('<mjml>');
  const [block] = code.blocks;
  expect(addBlock(code, block, { level: 'leaf', mjml: '<mj-spacer />' })).toBeUndefined();
  expect(moveInto(code, block!, '', 0)).toBeUndefined();
  expect(moveBlock(code, block!, 'up')).toBeUndefined();
});
