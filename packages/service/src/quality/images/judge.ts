import { FetchFailure } from '../../platform/fetch/failure.ts';
import type { FetchAnswer } from '../../platform/fetch/fetch.ts';
import type { Finding } from '../findings/findings.ts';
import type { FoundImage } from './find.ts';
import type { ImageFile } from './read.ts';

const heavy = 500 * 1024;
const heavyTogether = 2 * 1024 * 1024;
/** Image formats that mail programs show; many leave others blank. */
const shown = new Set(['png', 'jpg', 'gif']);

/** Returns the faults of an image element before the image is loaded. */
export function judgeTag({ src, alt, background, location, width, height }: FoundImage): Finding[] {
  const findings: Finding[] = [];
  if (src === '') return [{ code: 'image_src_missing', severity: 'error', message: 'An image has no URL.', location }];
  const at = `${location}: ${src}`;
  if (!background && alt === undefined) {
    const message = 'An image has no alt text; people who see no images do not know what is missing.';
    findings.push({ code: 'alt_missing', severity: 'warning', message, location: at });
  }
  if (!background && (width === undefined || height === undefined)) {
    const message = 'Without width and height the page moves while the image loads.';
    findings.push({ code: 'dimensions_missing', severity: 'info', message, location: at });
  }
  if (/^http:/i.test(src)) {
    const message = 'The image is loaded over http; several mail programs show https only.';
    findings.push({ code: 'image_http', severity: 'warning', message, location: at });
  }
  if (/^data:/i.test(src)) {
    const message = 'Images inside of the HTML are not shown by Gmail and Outlook.';
    findings.push({ code: 'image_data', severity: 'warning', message, location: at });
  } else if (!/^(https?|cid):/i.test(src)) {
    const message = 'The URL of the image does not begin with https://, so recipients do not see it.';
    findings.push({ code: 'image_address', severity: 'error', message, location: at });
  }
  return findings;
}

/** Returns the faults of a loaded image. */
export async function judgeFile(
  src: string,
  outcome: FetchAnswer | FetchFailure,
  read: (body: Uint8Array) => Promise<ImageFile | undefined>,
): Promise<{ file?: ImageFile; findings: Finding[] }> {
  const error = (code: string, message: string) => ({
    findings: [{ code, severity: 'error' as const, message, location: src }],
  });
  if (outcome instanceof FetchFailure)
    return error('image_unreachable', `The image cannot be loaded: ${outcome.message}.`);
  const { status, body } = outcome;
  if (status < 200 || status > 299) return error('image_unreachable', `The server answers ${status} for the image.`);
  const file = await read(body);
  if (file === undefined) return error('image_type', 'The response of the server is not an image.');
  const findings: Finding[] = [];
  if (!shown.has(file.type)) {
    const message = `Images of the type ${file.type} are not shown by all mail programs.`;
    findings.push({ code: 'image_format', severity: 'warning', message, location: src });
  }
  if (file.bytes > heavy) {
    const message = `The image has ${Math.ceil(file.bytes / 1024)} KB; more than 500 KB load slowly.`;
    findings.push({ code: 'image_heavy', severity: 'warning', message, location: src });
  }
  return { file, findings };
}

export function judgeWeight(files: readonly ImageFile[]): Finding[] {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes <= heavyTogether) return [];
  const message = `All images together have ${(bytes / 1024 / 1024).toFixed(1)} MB; more than 2 MB load slowly.`;
  return [{ code: 'images_heavy', severity: 'warning', message }];
}
