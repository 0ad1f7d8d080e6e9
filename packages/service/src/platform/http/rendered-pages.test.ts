import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limitRendering } from './rendered-pages.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Renderings that end when they are told to. */
function renderings() {
  const begun: { page: string; end(): void }[] = [];
  const render = (page: string) => () =>
    new Promise<string>((resolve) => {
      begun.push({ page, end: () => resolve(`<p>${page}`) });
    });
  return { begun, render };
}

test('a page that many ask for is rendered once, and again after some seconds', async () => {
  const show = limitRendering();
  const { begun, render } = renderings();
  const asked = Array.from({ length: 50 }, () => show({ accountId: 1, key: 'a' }, render('a')));
  await vi.advanceTimersByTimeAsync(0);
  expect(begun.length).toBe(1);
  begun[0]!.end();
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['<p>a']));
  expect(await show({ accountId: 1, key: 'a' }, render('a'))).toBe('<p>a');
  await vi.advanceTimersByTimeAsync(6000);
  void show({ accountId: 1, key: 'a' }, render('a'));
  await vi.advanceTimersByTimeAsync(0);
  expect(begun.length).toBe(2);
});

test('pages of one account leave room for others, and who waits too long is told to come back', async () => {
  const show = limitRendering();
  const { begun, render } = renderings();
  const many = Array.from({ length: 10 }, (_, page) =>
    show({ accountId: 1, key: `${page}` }, render(`${page}`)).catch((error) => error.status),
  );
  const other = show({ accountId: 2, key: 'x' }, render('x'));
  await vi.advanceTimersByTimeAsync(0);
  expect(begun.map(({ page }) => page)).toEqual(['0', '1', 'x']);
  begun[2]!.end();
  expect(await other).toBe('<p>x');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await Promise.all(many.slice(2))).toEqual(Array(8).fill(503));
});

test('a rendering that fails is not kept', async () => {
  const show = limitRendering();
  const page = { accountId: 1, key: 'a' };
  await expect(show(page, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await show(page, async () => 'whole')).toBe('whole');
});
