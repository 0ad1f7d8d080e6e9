import { copied } from './bytes.ts';
import type { DecodeOptions } from './limits.ts';
import type { ReaderState } from './reader-state.ts';
import { positionOf } from './trace.ts';

/** Reports the element whose start tag was read last as unknown. */
export function tellUnknown(
  { xml, nameAt, depth, names }: ReaderState,
  tell: NonNullable<DecodeOptions['onUnknown']>,
  known: readonly string[],
): void {
  const steps = names.slice(0, depth).map((name) => copied(name.slice(name.indexOf(':') + 1)));
  tell({ name: steps.at(-1)!, path: `/${steps.join('/')}`, known, place: () => positionOf(xml, nameAt) });
}
