import { decodeHTMLAttribute } from 'entities';
import { Tokenizer } from 'htmlparser2';
import { ignoreAll } from '../personalisation/html.ts';

/** Where the address of an image stands in an HTML template. */
export interface ImagePlace {
  url: string;
  start: number;
  /** Behind the last character. */
  end: number;
}

/** The images of a template whose addresses are the same for everybody, in order: `img src` and `background`. */
export function imagesInHtml(html: string): ImagePlace[] {
  const places: ImagePlace[] = [];
  let element = '';
  let name = '';
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: false },
    {
      ...ignoreAll,
      onopentagname: (start, end) => {
        element = html.slice(start, end).toLowerCase();
      },
      onattribname: (start, end) => {
        name = html.slice(start, end).toLowerCase();
      },
      onattribdata: (start, end) => {
        if (name !== 'background' && !(name === 'src' && element === 'img')) return;
        const url = decodeHTMLAttribute(html.slice(start, end)).trim();
        if (/^https?:\/\//i.test(url) && !url.includes('[') && URL.canParse(url)) places.push({ url, start, end });
      },
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return places;
}

/** The template with other addresses of images; those that `addressOf` does not know stay as they are. */
export function replaceImages(
  html: string,
  places: readonly ImagePlace[],
  addressOf: (url: string) => string | undefined,
): string {
  let replaced = '';
  let passed = 0;
  for (const { url, start, end } of places) {
    const address = addressOf(url);
    if (address === undefined) continue;
    replaced += html.slice(passed, start) + address;
    passed = end;
  }
  return replaced + html.slice(passed);
}
