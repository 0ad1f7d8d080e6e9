import { expect, test } from 'vitest';
import { readStyles } from './css.ts';
import { readPage } from './page.ts';

test('what a page uses of CSS', () => {
  const html = `<style>@import url(more.css); @font-face { src: url(font.woff) }
    @media (max-width: 600px) and (prefers-color-scheme: dark) { .a { display: FLEX !important; width: calc(1px + 2px) } }
    td { background: url( "a b.png" ) no-repeat }</style>
    <td style="color:red; background-image:url(c.png)">`;
  expect(readStyles(readPage(html))).toEqual({
    declarations: [
      { property: 'src', value: 'url(font.woff)' },
      { property: 'display', value: 'flex' },
      { property: 'width', value: 'calc(1px + 2px)' },
      { property: 'background', value: 'url(a\\ b.png)no-repeat' },
      { property: 'color', value: 'red' },
      { property: 'background-image', value: 'url(c.png)' },
    ],
    atRules: ['@import', '@font-face', '@media', '@media (max-width)', '@media (prefers-color-scheme)'],
    functions: ['calc()'],
    images: ['a b.png', 'c.png'],
    sheetBytes: expect.any(Number),
    tooDeep: false,
  });
});

test.each(['{{{', 'a{b', '}', '@media', 'a{'.repeat(100_000), '/*', 'url('])('%# is no CSS and no failure', (css) => {
  expect(readStyles(readPage(`<style>${css}</style>`)).images).toEqual([]);
});

test.each(['a{', '@media x{', '@supports (', 'a{b:f('])('%s many times is told to be nested too deeply', (opening) => {
  const css = (depth: number) => readStyles(readPage(`<style>${opening.repeat(depth)}</style>`));
  expect(css(50).tooDeep).toBe(false);
  expect(css(100_000)).toMatchObject({ tooDeep: true, declarations: [], atRules: [] });
});
