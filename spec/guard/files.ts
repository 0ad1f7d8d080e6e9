import { join } from 'node:path';

const room = join(import.meta.dirname, '..');

/** The description of the last release, without its words; made by `release.ts`. */
export const releasedFile = join(room, 'released/openapi.json');

export const exceptionsFile = join(room, 'guard/exceptions.yaml');
