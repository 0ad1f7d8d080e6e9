import { buildMessages, readSample, sampleContacts } from '../content/sample.ts';
import type { Check, Subject } from '../findings/subject.ts';
import { judgeSize } from './judge.ts';

const sampled = 200;

/** The size of the largest mail among those of the first recipients, as it goes over the wire. */
export const checkMessageSize = (async (subject: Subject) => {
  const messages = await buildMessages(subject, await sampleContacts(subject, sampled));
  const largest = messages.reduce((most, { length }) => Math.max(most, length), 0);
  const { html } = await readSample(subject);
  return judgeSize({ message: largest, html: Buffer.byteLength(html ?? ''), attachments: 0 });
}) satisfies Check;
