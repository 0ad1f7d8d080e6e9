import type { Values } from '../../templates/index.ts';
import { liquidValues } from './liquid-values.ts';
import type { Recipient } from './recipient.ts';
import type { RenderContext } from './render-context.ts';
import { tagSources } from './tag-sources.ts';

/** Returns the sources of values for the contents of a mailing. */
export const valuesOf = (context: RenderContext): Values<Recipient> => ({
  tags: tagSources(context),
  liquid: liquidValues(context),
});
