import { join } from 'node:path';

const room = join(import.meta.dirname, '..');

/** The description of the last release, without its words; made by `release.ts`. */
export const releasedFile = join(room, 'released/openapi.json');

/** Changes of the operations in each release, the newest first; made by `release.ts`. */
export const changesFile = join(room, 'released/changes.json');

export const exceptionsFile = join(room, 'guard/exceptions.yaml');
