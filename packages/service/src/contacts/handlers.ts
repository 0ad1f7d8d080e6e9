import { contactDeleteHandlers } from './delete-handlers.ts';
import { contactReadHandlers } from './read-handlers.ts';
import { contactWriteHandlers } from './write-handlers.ts';

/** Contacts (service description 4.5). */
export const contactHandlers = { ...contactReadHandlers, ...contactWriteHandlers, ...contactDeleteHandlers };
