import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildModel, loadDescription } from '@mailwright/codegen';
import { descriptionFile } from '../../src/files.ts';
import { publish } from './publish.ts';

/** Writes `generated/openapi.json`, the published description in one file, and `generated/twin.json`. */
const room = join(import.meta.dirname, '../../generated');
const { description, twin } = publish(buildModel(await loadDescription(descriptionFile)));
mkdirSync(room, { recursive: true });
writeFileSync(join(room, 'openapi.json'), `${JSON.stringify(description, null, 1)}\n`);
writeFileSync(join(room, 'twin.json'), `${JSON.stringify(twin, null, 1)}\n`);
