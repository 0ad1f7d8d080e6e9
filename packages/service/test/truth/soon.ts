import { vi } from 'vitest';
import type { World } from './row.ts';

/** Waits for something that background work does. */
export const soon = ({ service }: World, see: () => unknown) =>
  vi.waitFor(
    async () => {
      service.wakeWorker();
      await see();
    },
    { timeout: 20_000, interval: 50 },
  );
