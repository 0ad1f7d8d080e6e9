import { execFileSync } from 'node:child_process';

/** Addresses that RFC 2544 reserves for tests; nothing outside of this machine has one. */
const prefix = '198.18.77';

/**
 * A network of a bridge on this machine and of nodes with a network namespace each, so that a node can be cut off as if its
 * cable were pulled: what is sent to it is lost, and nobody is told. On loopback, all nodes share the network of this machine,
 * and none can be cut off.
 */
export class Network {
  readonly #id = `mw${process.pid}`;
  readonly #nodes: string[] = [];
  /** Why nodes cannot be cut off; undefined if they can. */
  withoutCuts: string | undefined;

  constructor() {
    try {
      ip('link', 'add', this.#id, 'type', 'bridge');
      ip('address', 'add', `${prefix}.1/24`, 'dev', this.#id);
      ip('link', 'set', this.#id, 'up');
      // Some containers allow bridges and no namespaces.
      ip('netns', 'add', this.#id);
      ip('netns', 'delete', this.#id);
    } catch (error) {
      this.withoutCuts = `networks cannot be made here: ${(error as Error).message.trim()}`;
      this.remove();
    }
  }

  /** Address of this machine, as nodes see it. */
  get host(): string {
    return this.withoutCuts === undefined ? `${prefix}.1` : '127.0.0.1';
  }

  /** All addresses, for rules of access. */
  get range(): string {
    return this.withoutCuts === undefined ? `${prefix}.0/24` : '127.0.0.1/32';
  }

  /** Adds a node; gives its address. */
  add(name: string): string {
    if (this.withoutCuts !== undefined) return '127.0.0.1';
    this.#nodes.push(name);
    const address = `${prefix}.${this.#nodes.length + 1}`;
    const space = this.#space(name);
    ip('netns', 'add', space);
    ip('link', 'add', this.#cable(name), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
    ip('link', 'set', this.#cable(name), 'master', this.#id, 'up');
    ip('-n', space, 'address', 'add', `${address}/24`, 'dev', 'eth0');
    ip('-n', space, 'link', 'set', 'eth0', 'up');
    ip('-n', space, 'link', 'set', 'lo', 'up');
    return address;
  }

  /** The command that runs another one on a node, as a user. */
  on(name: string, user: { uid: number; gid: number } | undefined, command: readonly string[]): string[] {
    if (this.withoutCuts !== undefined) return [...command];
    const as = user ? [`--setuid=${user.uid}`, `--setgid=${user.gid}`] : [];
    return ['nsenter', `--net=/var/run/netns/${this.#space(name)}`, ...as, ...command];
  }

  /** Pulls the cable of a node; gives what plugs it in again. */
  cut(name: string): () => void {
    ip('link', 'set', this.#cable(name), 'down');
    return () => ip('link', 'set', this.#cable(name), 'up');
  }

  remove(): void {
    for (const name of this.#nodes.splice(0)) quietly('netns', 'delete', this.#space(name));
    quietly('link', 'delete', this.#id);
  }

  #space(name: string): string {
    return `${this.#id}${name}`;
  }

  #cable(name: string): string {
    return `${this.#id}-${name}`;
  }
}

function ip(...args: string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}

function quietly(...args: string[]): void {
  try {
    ip(...args);
  } catch {
    // It was not there.
  }
}
