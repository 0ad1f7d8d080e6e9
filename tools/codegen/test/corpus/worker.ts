import { measure } from './measure.ts';
import type { Task } from './workers.ts';

/** Measures descriptions for the process that started this one: what crashes or never ends ends this process alone. */
process.on('message', async ({ file, folder, quick }: Task) => {
  process.send!(await measure(file, folder, quick));
});
