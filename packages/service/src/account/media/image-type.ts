/** Beginnings of the image files that mail programs show. SVG is none of them, for it may hold scripts. */
const signatures: [type: string, pattern: RegExp][] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF.{4}WEBP/s],
];

/** The media type of an image by its bytes, whatever anybody says about it; undefined when it is none. */
export function imageType(bytes: Uint8Array): string | undefined {
  const beginning = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  return signatures.find(([, pattern]) => pattern.test(beginning))?.[0];
}
