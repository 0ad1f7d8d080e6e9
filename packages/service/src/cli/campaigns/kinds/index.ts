import type { Section } from '../model.ts';
import type { Kind } from './kind.ts';
import { mailings } from './mailings.ts';
import { segments } from './segments.ts';
import { fields, forms, programs, webhooks } from './settings.ts';
import { templates } from './templates.ts';

/** How the things of each section are read and written. */
export const kinds: Record<Section, Kind> = { fields, templates, segments, mailings, programs, forms, webhooks };
