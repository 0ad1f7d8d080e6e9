import { buildMessages, readSample, sampleContacts } from '../content/sample.ts';
import type { CheckedMailing, CheckFunction } from '../findings/subject.ts';
import { judgeSize } from './judge.ts';

const sampled = 200;

/** The size of the largest mail among those of the first recipients, with its attachments, as it goes over the wire. */
export const checkMessageSize = (async (subject: CheckedMailing) => {
  let message = 0;
  for await (const built of buildMessages(subject, await sampleContacts(subject, sampled))) {
    message = Math.max(message, built.length);
  }
  const { html, text } = await readSample(subject);
  const attachments = subject.context.attachments.map(({ content }) => content.length);
  return judgeSize({ message, html: html ?? '', text: text ?? '', attachments });
}) satisfies CheckFunction;
