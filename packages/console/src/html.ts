/** HTML that is complete as it stands. Only `html` makes it, so that every other text is escaped. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** A value within HTML: texts are escaped, lists are joined, and absent values leave nothing. */
export type Content = Html | string | number | false | null | undefined | readonly Content[];

/** Makes HTML of a template. Values in attributes must stand within double quotes. */
export function html(strings: TemplateStringsArray, ...values: Content[]): Html {
  return new Html(strings.reduce((text, string, index) => text + render(values[index - 1]) + string));
}

/** A style sheet of ours within a page, in one line: HTML escapes nothing there. */
export const styleElement = (css: string): Html => {
  const lines = css.split('\n').map((line) => line.trim());
  return new Html(`<style>${lines.map((line) => (/[{};,]$/.test(line) ? line : `${line} `)).join('')}</style>`);
};

function render(content: Content): string {
  if (content === undefined || content === null || content === false) return '';
  if (content instanceof Html) return content.toString();
  if (typeof content === 'object') return content.map(render).join('');
  return escapeHtml(String(content));
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character]!);
