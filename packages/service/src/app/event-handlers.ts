import { webhookListener } from '../events/index.ts';
import { onEvent } from '../platform/events/publish.ts';

/** What contexts do when something happens in contexts below them. To be called before anything does. */
export function registerEventHandlers(): void {
  onEvent(webhookListener);
}
