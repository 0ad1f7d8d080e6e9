import { bodySubjects } from './bodies.ts';
import { consoleSubjects } from './console.ts';
import { doorSubjects } from './doors.ts';
import { type Subject, subjects } from './subjects.ts';

/** All that reads what others write. */
export const rows: readonly Subject[] = [...subjects, ...bodySubjects, ...doorSubjects, ...consoleSubjects];
