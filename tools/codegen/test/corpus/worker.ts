import { generateFrom, measure, unchecked } from './measure.ts';
import type { Answer, Task } from './workers.ts';

/** Measures descriptions for the process that started this one: what crashes or never ends ends this process alone. */
process.on('message', async ({ file, folder, quick }: Task) => {
  const send = (answer: Answer) => process.send!(answer);
  const measured = quick
    ? unchecked(await generateFrom(file))
    : await measure(file, folder, (checked) => send({ measured: checked, isLast: false }));
  send({ measured, isLast: true });
});
