/** The form in a page of another site. */
const form = 'form[data-mailwright]';

/**
 * Style of a form in pages of others: font and colors are those of the page, and the button has the color of the account. No rule has
 * any weight (`:where`), so that each of the site wins.
 */
export const embeddedStyle = (accent: string): string =>
  `<style>${Object.entries({
    '': 'display:grid;gap:1rem;max-width:30rem;text-align:start',
    ' p': 'margin:0',
    ' label': 'display:block;font-weight:600',
    ' fieldset': 'border:0;margin:0;padding:0',
    ' legend': 'padding:0;font-weight:600',
    ' label:has(input[type=checkbox])': 'display:flex;gap:.5rem;align-items:baseline;font-weight:400',
    ' :is(input:not([type=checkbox],[type=hidden]),select)':
      'box-sizing:border-box;display:block;width:100%;margin-top:.3rem;padding:.6rem .7rem;font:inherit;font-weight:400;color:inherit;background:transparent;border:1px solid;border-radius:.5rem',
    ' option': 'color:initial;background:initial',
    ' button': `font:inherit;font-weight:600;padding:.7rem 1.4rem;border:0;border-radius:.5rem;color:#fff;background:${accent};cursor:pointer`,
    ' button:disabled': 'opacity:.6;cursor:wait',
    ' .soft': 'font-weight:400',
  })
    .map(([part, rules]) => `:where(${form}${part}){${rules}}`)
    .join('\n')}</style>`;
