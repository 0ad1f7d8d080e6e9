import { srcsetCandidates } from '../../platform/text/srcset.ts';
import { readStyles } from '../content/css.ts';
import type { HtmlPage } from '../content/page.ts';

export interface FoundImage {
  src: string;
  /** Undefined where there is no attribute, and for backgrounds and `srcset`, which need none. */
  alt?: string;
  title?: string;
  width?: number;
  height?: number;
  background: boolean;
  location: string;
}

const pixels = (value: string | undefined) => {
  const number = /^(\d{1,9})(?:\.\d+)?\s*(?:px)?$/i.exec(value?.trim() ?? '')?.[1];
  return number === undefined ? {} : Number(number);
};

/** All images of a page: `img`, `srcset`, the attribute `background`, and `url()` in CSS. */
export function findImages(page: HtmlPage): FoundImage[] {
  const images = page.elements.flatMap(({ name, attributes, line }): FoundImage[] => {
    const location = `line ${line}`;
    const background = attributes.get('background')?.trim();
    const found: FoundImage[] = background ? [{ src: background, background: true, location }] : [];
    for (const { url } of name === 'source' || name === 'img' ? srcsetCandidates(attributes.get('srcset') ?? '') : []) {
      found.push({ src: url, background: true, location });
    }
    if (name !== 'img') return found;
    const [alt, title] = [attributes.get('alt'), attributes.get('title')];
    const [width, height] = [pixels(attributes.get('width')), pixels(attributes.get('height'))];
    found.push({
      src: attributes.get('src')?.trim() ?? '',
      ...(alt === undefined ? {} : { alt }),
      ...(title === undefined ? {} : { title }),
      ...(typeof width === 'number' ? { width } : {}),
      ...(typeof height === 'number' ? { height } : {}),
      background: false,
      location,
    });
    return found;
  });
  const inStyles = readStyles(page).images.map((src) => ({ src, background: true, location: 'style' }));
  return [...images, ...inStyles];
}
