import { convert, type HtmlToTextOptions } from 'html-to-text';

/** Converts HTML of users in a worker thread. */

const skipped = ['[hidden]', '[style*="display:none"]', '[style*="display: none"]'];
const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
/** Most tables of mails are layout; the cells of one follow each other. */
const cells = ['td', 'th'];

const options: HtmlToTextOptions = {
  // Lines are not broken: tags and addresses would be.
  wordwrap: false,
  formatters: {
    alternative: ({ attribs }, _walk, builder) => {
      if (attribs?.alt) builder.addInline(attribs.alt);
    },
  },
  selectors: [
    { selector: 'a', options: { linkBrackets: ['<', '>'], hideLinkHrefIfSameAsText: true, noAnchorUrl: true } },
    { selector: 'img', format: 'alternative' },
    // Letters of tags must not change.
    ...headings.map((selector) => ({ selector, options: { uppercase: false } })),
    ...cells.map((selector) => ({
      selector,
      format: 'block',
      options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
    })),
    ...skipped.map((selector) => ({ selector, format: 'skip' })),
  ],
};

/** Returns the text of HTML, `undefined` if it is nested too deeply; tags and markup of Liquid in it are text too. */
export function toPlainText(html: string): string | undefined {
  try {
    return convert(html, options);
  } catch (error) {
    // The library calls itself for each level.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
