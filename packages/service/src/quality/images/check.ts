import { xmlText } from '../../platform/text/xml.ts';
import { workerFunctions } from '../../platform/workers/worker-pool.ts';
import { TemplateError } from '../../templates/index.ts';
import { readSample } from '../content/sample.ts';
import { readingLimits, withinLimits } from '../content/within-limits.ts';
import { stateOf } from '../findings/findings.ts';
import type { CheckedMailing, CheckFunction, Tools } from '../findings/subject.ts';
import { outcomeOf } from '../links/follow.ts';
import { visitAddresses } from '../links/visit.ts';
import type { FoundImage } from './find.ts';
import { judgeFile, judgeWeight } from './judge.ts';
import type { ImageFile } from './read.ts';

const maxImages = 10_000;
const call = workerFunctions<typeof import('./worker.ts')>(import.meta.url, './worker');

/** Loads every image of the contents, each address once. */
export const checkImages = (async (subject: CheckedMailing, { fetch }: Tools) => {
  const { html } = await readSample(subject);
  const { images, findings } =
    html === null
      ? { images: [], findings: [] }
      : await withinLimits(call('readImages', { html, most: maxImages }, readingLimits));
  const addresses = new Set(images.map(({ src }) => src).filter((src) => /^https?:/i.test(src)));
  const files = new Map<string, ImageFile>();
  const untried = await visitAddresses(addresses, async (src) => {
    const judged = await judgeFile(src, await outcomeOf(fetch(src)), readFile);
    findings.push(...judged.findings);
    if (judged.file) files.set(src, judged.file);
  });
  findings.push(...untried);
  findings.push(...judgeWeight([...files.values()]));
  const shown = images
    .filter(({ src }) => src !== '')
    .map((image) => documentOf(image, files.get(image.src), subject.publicUrl));
  return { state: stateOf(findings), images: shown, findings };
}) satisfies CheckFunction;

/** Reads an image in a worker thread: its bytes are those of a foreign server. */
const readFile = (body: Uint8Array) => withinLimits(call('readImage', body, readingLimits)).catch(noImage);

function noImage(error: Error): undefined {
  if (!(error instanceof TemplateError)) throw error;
}

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
