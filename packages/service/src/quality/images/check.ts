import { xmlText } from '../../platform/text/xml.ts';
import { readPage } from '../content/page.ts';
import { readSample } from '../content/sample.ts';
import { stateOf } from '../findings/findings.ts';
import type { CheckedMailing, CheckFunction, Tools } from '../findings/subject.ts';
import { outcomeOf } from '../links/follow.ts';
import { visitAddresses } from '../links/visit.ts';
import { type FoundImage, findImages } from './find.ts';
import { type ImageFile, judgeFile, judgeTag, judgeWeight } from './judge.ts';

const maxImages = 10_000;

/** Loads every image of the contents, each address once. */
export const checkImages = (async (subject: CheckedMailing, { fetch }: Tools) => {
  const { html } = await readSample(subject);
  const images = html === null ? [] : findImages(readPage(html));
  const findings = images.flatMap(judgeTag);
  const addresses = new Set(images.map(({ src }) => src).filter((src) => /^https?:/i.test(src)));
  const files = new Map<string, ImageFile>();
  const untried = await visitAddresses(addresses, async (src) => {
    const judged = judgeFile(src, await outcomeOf(fetch(src)));
    findings.push(...judged.findings);
    if (judged.file) files.set(src, judged.file);
  });
  findings.push(...untried);
  findings.push(...judgeWeight([...files.values()]));
  const shown = images
    .filter(({ src }) => src !== '')
    .slice(0, maxImages)
    .map((image) => documentOf(image, files.get(image.src), subject.publicUrl));
  return { state: stateOf(findings), images: shown, findings };
}) satisfies CheckFunction;

function documentOf({ src, alt, title, width, height }: FoundImage, file: ImageFile | undefined, publicUrl: string) {
  return {
    hosted: src.startsWith(`${publicUrl}/`),
    src: xmlText(src, 8192),
    ...(alt === undefined ? {} : { alt: xmlText(alt, 4000) }),
    ...(title === undefined ? {} : { title: xmlText(title, 4000) }),
    ...(file || width !== undefined ? { width: width ?? file!.width } : {}),
    ...(file || height !== undefined ? { height: height ?? file!.height } : {}),
  };
}
