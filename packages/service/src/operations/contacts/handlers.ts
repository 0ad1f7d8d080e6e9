import { contactDeleteHandlers } from './delete.ts';
import { contactReadHandlers } from './read.ts';
import { contactWriteHandlers } from './write.ts';

/** Contacts (service description 4.5). */
export const contactHandlers = { ...contactReadHandlers, ...contactWriteHandlers, ...contactDeleteHandlers };
