import type { Bench } from '../bench.ts';
import { listMailingsBench } from './list-mailings.ts';

/** Every benchmark by the name it is called with. */
export const benches: Record<string, Bench> = {
  'list-mailings': listMailingsBench,
};
