import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * Processor time of everything that a run starts, in seconds of the reference machine. Unlike the time on the clock it hardly
 * depends on what else a machine does, so that it can have a limit that a busy machine does not reach.
 */
export interface ProcessorClock {
  /** Returns the seconds since the start; undefined where the system does not say (it is read from Linux's `/proc`). */
  seconds(): number | undefined;
  stop(): void;
}

/** Processor time of `yardstick` on the reference machine: two cores of a virtual server, otherwise idle, Node 26. */
const referenceMillis = 40;

const betweenYardsticksMillis = 15_000;

/** Measures from now on. Between times it does a fixed piece of work, to see how fast this processor is at present. */
export function startProcessorClock(): ProcessorClock {
  const before = childSeconds();
  const marks: number[] = [];
  const mark = () => marks.push(yardstickMillis());
  // The first runs also compile.
  for (let run = 0; run < 3; run++) yardstickMillis();
  mark();
  const timer = setInterval(mark, betweenYardsticksMillis);
  timer.unref();
  return {
    seconds() {
      const now = childSeconds();
      if (before === undefined || now === undefined) return undefined;
      const usual = marks.toSorted((a, b) => a - b)[Math.floor(marks.length / 2)]!;
      return ((now - before) * referenceMillis) / usual;
    },
    stop: () => clearInterval(timer),
  };
}

/** User and system time of the processes that this one has waited for, and of theirs (proc(5), fields 16 and 17). */
function childSeconds(): number | undefined {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const ticksPerSecond = 100;
    return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
  } catch {
    return undefined;
  }
}

/** Hashes, and builds and sorts strings: a little of what tests do. */
function yardstickMillis(): number {
  const start = process.cpuUsage();
  const words: string[] = [];
  for (let n = 0; n < 40_000; n++) words.push(createHash('sha1').update(String(n)).digest('hex'));
  JSON.parse(JSON.stringify(words.sort()));
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
