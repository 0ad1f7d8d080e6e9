/** The key that the servers of the benchmark know. */
export const key = 'benchmark-key-0123456789';

/** Mailings as the list answers them; what the servers of the benchmark send. */
export function mailings(count: number) {
  return Array.from({ length: count }, (_, i) => ({
    id: 4000 + i,
    fields: [
      { name: 'name', value: `Mailing ${i}` },
      { name: 'state', value: 'draft' },
      { name: 'type', value: 'regular' },
      { name: 'scheduleTime', value: null },
    ],
  }));
}
