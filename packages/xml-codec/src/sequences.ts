export { eventsOf, type TextEvent, writeEvent } from './events.ts';
export { linesOf } from './lines.ts';
