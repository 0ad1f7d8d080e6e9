import { readOccasion, webhookListener } from '../events/index.ts';
import { onEvent } from '../platform/events/publish.ts';
import { onOccasion } from '../sending/index.ts';

/** What contexts do for contexts below them: when something happens, and when a mail asks for its content. To be called first. */
export function registerEventHandlers(): void {
  onEvent(webhookListener);
  onOccasion(readOccasion);
}
