import { readPage } from '../content/page.ts';
import { type Finding, presentable } from '../findings/findings.ts';
import { type FoundImage, findImages } from './find.ts';
import { judgeTag } from './judge.ts';

export { readImage } from './read.ts';

/** Finds and judges the images of an HTML document in a worker thread. */
export function readImages({ html, most }: { html: string; most: number }): {
  images: FoundImage[];
  findings: Finding[];
} {
  const images = findImages(readPage(html));
  return { images: images.slice(0, most), findings: presentable(images.flatMap(judgeTag)) };
}
