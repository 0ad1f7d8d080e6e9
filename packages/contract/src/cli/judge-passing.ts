import type { Record } from '../calls/record.ts';
import type { Sender } from '../exchange/send.ts';
import { NOT_AN_EXCHANGE } from '../har/entry.ts';
import { openHarFile } from '../har/har-file.ts';
import { judgePassed, type LeftOut } from '../proxy/judge-passed.ts';
import { createSampler, type Sampler } from '../proxy/sample.ts';
import { createRecording } from '../recording/recording.ts';
import type { RunOf } from '../report/build.ts';
import { MOST_JUDGED } from '../traffic/check.ts';
import { readPort } from './options.ts';
import { writeDescription } from './record.ts';
import { runProxy } from './run-proxy.ts';
import type { RunSources } from './try-all.ts';

interface PassingOptions {
  port: string;
  writeDescription?: string;
  writeHar?: string;
}

type Sampled = NonNullable<RunOf['traffic']> & { stopped?: string };

/**
 * Judges the requests of others until the process is told to end.
 * @param sample part of them that is judged, in percent; all by default
 * @returns what was passed without being judged, if only a part was
 */
export async function judgePassing(
  sources: RunSources & { sender: Sender },
  { port, writeDescription: file, writeHar }: PassingOptions,
  records: Record[],
  sample?: number,
): Promise<Sampled | undefined> {
  const { sender, target } = sources;
  const { baseUrl } = target;
  const recording = file === undefined ? undefined : createRecording(baseUrl);
  const har = writeHar === undefined ? undefined : openHarFile(writeHar);
  const sampled = sample === undefined ? undefined : boundedSample(sample, records);
  const judge = judgePassed({
    ...sources,
    baseUrl,
    ...(sampled && { isMasked: true, onLeftOut: sampled.leaveOut }),
    onRecord: (record) => records.push(record),
  });
  const take: typeof judge = async (about, passed) => {
    await judge(about, passed);
    if (!passed.exchange) return;
    har?.add(passed.exchange);
    await recording?.add(passed.exchange);
  };
  await runProxy({ baseUrl, sender, port: readPort(port), take, sample: sampled?.sampler }, 'report');
  har?.close();
  if (file !== undefined && recording) writeDescription(file, recording);
  return sampled?.tell();
}

/** A proxy before a deployed service runs for a long time: records of it are limited. */
function boundedSample(
  percent: number,
  records: Record[],
): { sampler: Sampler; leaveOut(why: LeftOut): void; tell(): Sampled } {
  const leftOut = new Map<LeftOut, number>();
  const isChosen = createSampler(percent);
  let passed = 0;
  let judged = 0;
  return {
    sampler() {
      passed++;
      const isJudged = records.length < MOST_JUDGED && isChosen();
      if (isJudged) judged++;
      return isJudged;
    },
    leaveOut: (why) => void leftOut.set(why, (leftOut.get(why) ?? 0) + 1),
    tell: () => ({
      entries: passed,
      notJudged: [
        `${passed - judged} requests, which are not in the sample of ${percent} %`,
        ...[...leftOut].map(([why, number]) => `${number} requests: ${NOT_AN_EXCHANGE[why]}`),
      ],
      ...(records.length >= MOST_JUDGED && { stopped: `${MOST_JUDGED} exchanges are as many as a report can hold` }),
    }),
  };
}
