import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import type { Installation } from './installation.ts';

/** What can go wrong; gives when it began, and when changes were possible again. */
export interface Trouble {
  name: string;
  /** How many workers may lose an answer of the mail server; both, if absent. */
  workers?: number;
  /** Needs disks that can be filled, or networks that can be cut. */
  needs?: 'disks' | 'cuts';
  happen(cluster: Cluster, installation: Installation): Promise<{ began: number; promoted: number }>;
}

/** Longer than a leader keeps its key. */
const silentMillis = 40_000;
const fullMillis = 15_000;

const within = async (happen: () => Promise<void>) => {
  const began = performance.now();
  await happen();
  return { began, promoted: began };
};

/** The primary says nothing for a while, and is there again; `leave` gives what brings it back. */
async function silent(cluster: Cluster, leave: (leader: string) => () => void) {
  const leader = await cluster.leaderName();
  const began = performance.now();
  const comeBack = leave(leader);
  const promoted = await cluster.promoted(leader);
  await pause(Math.max(0, began + silentMillis - performance.now()));
  comeBack();
  await cluster.demoted(leader);
  return { began, promoted };
}

export const troubles: readonly Trouble[] = [
  {
    name: 'primary killed',
    async happen(cluster) {
      const leader = await cluster.leaderName();
      const began = performance.now();
      await cluster.kill(leader);
      const promoted = await cluster.promoted(leader);
      cluster.revive(leader);
      await cluster.demoted(leader);
      return { began, promoted };
    },
  },
  {
    name: 'primary frozen',
    happen: (cluster) => silent(cluster, (leader) => cluster.freeze(leader)),
  },
  {
    name: 'primary cut off',
    needs: 'cuts',
    happen: (cluster) => silent(cluster, (leader) => cluster.cutOff(leader)),
  },
  {
    name: 'disk full',
    needs: 'disks',
    async happen(cluster) {
      const leader = await cluster.leaderName();
      const began = performance.now();
      const makeRoom = cluster.fillDisk(leader);
      // PostgreSQL refuses changes and stays the primary, or stops when it cannot write its log.
      await pause(fullMillis);
      makeRoom();
      return { began, promoted: performance.now() };
    },
  },
  {
    name: 'switchover',
    async happen(cluster) {
      const leader = await cluster.leaderName();
      const began = performance.now();
      const [promoted] = await Promise.all([cluster.promoted(leader), cluster.switchOver(leader)]);
      return { began, promoted };
    },
  },
  { name: 'worker killed', workers: 1, happen: (_, installation) => within(() => installation.killWorker()) },
  { name: 'etcd restarted', happen: (cluster) => within(() => cluster.restartEtcd()) },
];
