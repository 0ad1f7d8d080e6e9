import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showProgress } from './progress.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

function written(isTTY: boolean, pause: number): string[] {
  const lines: string[] = [];
  const stream = { isTTY, write: (text: string) => lines.push(text) } as unknown as NodeJS.WriteStream;
  const progress = showProgress(stream);
  for (let done = 0; done <= 2; done++) {
    progress.show(done, 2, done * 7, 1);
    vi.advanceTimersByTime(pause);
  }
  progress.end();
  return lines;
}

test.each<[string, boolean, number, string[]]>([
  [
    'a log gets a line every ten seconds',
    false,
    10_000,
    ['1/2 operations · 7 exchanges · 1 breaches\n', '2/2 operations · 14 exchanges · 1 breaches\n'],
  ],
  ['and not more', false, 5_000, ['2/2 operations · 14 exchanges · 1 breaches\n']],
  [
    'a terminal gets a bar',
    true,
    100,
    [
      `\r\x1b[K${'█'.repeat(12)}${'░'.repeat(12)} 1/2 operations · 7 exchanges · 1 breaches`,
      `\r\x1b[K${'█'.repeat(24)} 2/2 operations · 14 exchanges · 1 breaches`,
      '\r\x1b[K',
    ],
  ],
])('%s', (_, isTTY, pause, lines) => {
  expect(written(isTTY, pause)).toEqual(lines);
});
