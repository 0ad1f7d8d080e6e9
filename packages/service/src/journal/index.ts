export { isForgotten, placeFrom } from './find-place.ts';
export { giveAllPositions, givePositionsIfPossible } from './give-positions.ts';
export { noteEvents, noteRecorded } from './note.ts';
export { type Place, readPlace, writePlace } from './place.ts';
export { purgeJournalTask } from './purge-task.ts';
export { type NotedEvent, type PlaceFault, readJournal } from './read.ts';
export type { EventKind } from './tables.ts';
