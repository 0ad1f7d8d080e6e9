import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../support/free-port.ts';
import { unprivilegedUser } from '../support/postgres-binaries.ts';
import { Program } from '../support/program.ts';
import { until } from '../support/until.ts';
import { type NodePlace, patroniConfiguration, proxyConfiguration } from './configuration.ts';
import { Network } from './network.ts';
import type { Programs } from './programs.ts';

const password = 'only-on-loopback';

/** SQLSTATE of a change at a standby. */
const READ_ONLY = '25006';

interface Node extends NodePlace {
  patroni?: Program;
}

interface Member {
  name: string;
  role: string;
  state: string;
  lag?: number | string;
}

/** PostgreSQL on three nodes under Patroni, with etcd and HAProxy, on this machine. */
export class Cluster {
  readonly #programs: Programs;
  readonly #directory: string;
  readonly #user = unprivilegedUser();
  readonly #network = new Network();
  readonly #nodes: Node[] = [];
  readonly #children: Program[] = [];
  #etcd!: { client: number; peer: number; child: Program };
  proxyPort = 0;
  /** How often a node had to be copied anew. */
  copiedAnew = 0;
  /** Why disks cannot be full here; undefined where each node has a small one. */
  withoutDisks: string | undefined;

  /** Why nodes cannot be cut off here; undefined where each has a network of its own. */
  get withoutCuts(): string | undefined {
    return this.#network.withoutCuts;
  }

  private constructor(programs: Programs, directory: string) {
    this.#programs = programs;
    this.#directory = directory;
  }

  static async start(programs: Programs, directory: string): Promise<Cluster> {
    const cluster = new Cluster(programs, directory);
    chmodSync(directory, 0o755);
    try {
      await cluster.#startEtcd();
      for (const name of ['a', 'b', 'c']) await cluster.#addNode(name);
      for (const node of cluster.#nodes) cluster.#startPatroni(node);
      await cluster.#startProxy();
      await cluster.healthy();
      await cluster.#createDatabase();
      return cluster;
    } catch (error) {
      // Disks and networks would stay.
      await cluster.stop();
      throw error;
    }
  }

  /** URL through HAProxy, or with all nodes. */
  url(withProxy: boolean): string {
    const place = withProxy
      ? `127.0.0.1:${this.proxyPort}/mail`
      : `${this.#nodes.map(({ host, port }) => `${host}:${port}`).join(',')}/mail?target_session_attrs=read-write`;
    return `postgres://postgres:${password}@${place}`;
  }

  /** Asks the primary. */
  async ask<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return this.#askNode(await this.#leader(), 'mail', text, values);
  }

  /**
   * Waits for a leader with two others that follow it. One that does not come back by itself is copied anew, as its operator
   * would: PostgreSQL refuses to follow a new timeline if its last checkpoint is the very place where the timeline begins.
   */
  async healthy(): Promise<void> {
    if (!(await this.#allFollow(60_000))) {
      for (const name of await this.#lagging()) {
        const { host, rest } = this.#node(name);
        this.copiedAnew++;
        const order = { method: 'POST', body: JSON.stringify({ force: true }) };
        const response = await fetch(`http://${host}:${rest}/reinitialize`, order);
        if (!response.ok) throw new Error(`Patroni does not copy ${name} anew: ${await response.text()}`);
      }
      if (!(await this.#allFollow(180_000))) {
        const outputs = this.#nodes.map(({ name, patroni }) => `── ${name}\n${patroni?.output.slice(-3000)}`);
        throw new Error(`${await this.#lagging()} did not come back\n${outputs.join('\n')}`);
      }
    }
    await until('a synchronous standby', async () => {
      const [row] = await this.#askNode<{ n: number }>(
        await this.#leader(),
        'postgres',
        `select count(*)::int4 as n from pg_stat_replication where sync_state in ('sync', 'quorum')`,
      );
      return row!.n > 0;
    });
  }

  /** Whether a leader is there with two others that follow it, within so many milliseconds. */
  #allFollow(millis: number): Promise<boolean> {
    const all = async () => (await this.#lagging()).length === 0 && (await this.#leader()) !== undefined;
    return until('a cluster with a leader and two replicas', all, { millis }).catch(() => false);
  }

  /** Names of the nodes that neither lead nor follow. */
  async #lagging(): Promise<string[]> {
    const members = await this.#members();
    const isThere = ({ role, state }: Member) => role === 'leader' || /^(running|streaming)$/.test(state);
    return this.#nodes
      .map(({ name }) => name)
      .filter((name) => !members.some((one) => one.name === name && isThere(one)));
  }

  /** Name of the node that takes writes. */
  async leaderName(): Promise<string> {
    return (await this.#leader()).name;
  }

  /** Waits until another node than this one takes writes; gives the time. */
  async promoted(former: string): Promise<number> {
    return until(
      'a promotion',
      async () => {
        for (const node of this.#nodes) {
          if (node.name === former) continue;
          const [row] = await this.#askNode<{ standby: boolean }>(
            node,
            'postgres',
            'select pg_is_in_recovery() as standby',
          ).catch(() => []);
          if (row?.standby === false) return performance.now();
        }
        return undefined;
      },
      { every: 50 },
    );
  }

  /** `kill -9` of Patroni and PostgreSQL on a node, as when the machine is gone. */
  async kill(name: string): Promise<void> {
    const node = this.#node(name);
    const pids = this.#postgresOf(node);
    node.patroni!.signal('SIGKILL');
    for (const pid of pids) killQuietly(pid, 'SIGKILL');
    await node.patroni!.ended;
  }

  /** Starts a node again that was killed. */
  revive(name: string): void {
    this.#startPatroni(this.#node(name));
  }

  /** Stops all processes of a node, which keep their connections, until it is thawed. */
  freeze(name: string): () => void {
    const node = this.#node(name);
    const pids = this.#postgresOf(node);
    node.patroni!.signal('SIGSTOP');
    for (const pid of pids) killQuietly(pid, 'SIGSTOP');
    return () => {
      for (const pid of pids) killQuietly(pid, 'SIGCONT');
      node.patroni!.signal('SIGCONT');
    };
  }

  /** Takes a node out of the network, with everything that runs on it, until it is plugged in again. */
  cutOff(name: string): () => void {
    return this.#network.cut(name);
  }

  /** Fills the disk of a node; gives what makes room again. */
  fillDisk(name: string): () => void {
    const file = join(this.#node(name).directory, 'filler');
    try {
      execFileSync('dd', ['if=/dev/zero', `of=${file}`, 'bs=1M'], { stdio: 'ignore' });
    } catch {
      // It ends with "No space left on device".
    }
    return () => rmSync(file);
  }

  /** Lets another node take over, in order. */
  async switchOver(leader: string): Promise<void> {
    const { host, rest } = this.#node(leader);
    const [candidate] = await this.ask<{ name: string }>(
      `select application_name as name from pg_stat_replication where sync_state in ('sync', 'quorum') limit 1`,
    );
    const response = await fetch(`http://${host}:${rest}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader, candidate: candidate!.name }),
    });
    if (!response.ok) throw new Error(`Patroni refused the switchover: ${await response.text()}`);
  }

  async restartEtcd(): Promise<void> {
    await this.#etcd.child.end('SIGKILL');
    this.#etcd.child = this.#runEtcd();
  }

  /** Waits until a node that was the primary answers that it takes no changes. @throws Error if it takes one */
  async demoted(name: string): Promise<void> {
    const answer = await until(`an answer of the former primary ${name}`, async () => {
      try {
        await this.#askNode(this.#node(name), 'mail', 'create table intruder (id int)');
        return 'it takes changes';
      } catch (error) {
        // Others mean that it is not there, or waits for a standby.
        return (error as { code?: string }).code === READ_ONLY && 'it takes none';
      }
    });
    if (answer === 'it takes changes') throw new Error(`${name} was replaced, and still takes changes`);
  }

  async stop(): Promise<void> {
    for (const node of this.#nodes) for (const pid of this.#postgresOf(node)) killQuietly(pid, 'SIGCONT');
    for (const child of this.#children) child.signal('SIGCONT');
    for (const child of this.#children) await child.end('SIGKILL');
    for (const node of this.#nodes) for (const pid of this.#postgresOf(node)) killQuietly(pid, 'SIGKILL');
    if (this.withoutDisks === undefined)
      for (const { directory } of this.#nodes) execFileSync('umount', ['--lazy', directory]);
    this.#network.remove();
    rmSync(this.#directory, { recursive: true, force: true, maxRetries: 5 });
  }

  #node(name: string): Node {
    return this.#nodes.find((node) => node.name === name)!;
  }

  async #leader(): Promise<Node> {
    return until('a leader', async () => {
      const leader = (await this.#members()).find(({ role }) => role === 'leader');
      const node = leader && this.#node(leader.name);
      if (!node) return undefined;
      const [row] = await this.#askNode<{ standby: boolean }>(
        node,
        'postgres',
        'select pg_is_in_recovery() as standby',
      );
      return row?.standby === false && node;
    });
  }

  async #members(): Promise<Member[]> {
    for (const { host, rest } of this.#nodes) {
      const answer = await fetch(`http://${host}:${rest}/cluster`, { signal: AbortSignal.timeout(1000) }).catch(
        () => undefined,
      );
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    throw new Error('no Patroni answers');
  }

  async #askNode<Row extends pg.QueryResultRow>(
    { host, port }: Node,
    database: string,
    text: string,
    values: unknown[] = [],
  ) {
    const client = new pg.Client({
      ...{ host, port, user: 'postgres', password, database },
      ...{ connectionTimeoutMillis: 1000, query_timeout: 5000 },
    });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** The server and its processes, by the file that it writes. */
  #postgresOf({ directory }: Node): number[] {
    try {
      const server = Number(readFileSync(join(directory, 'data/postmaster.pid'), 'utf8').split('\n')[0]);
      const children = execFileSync('pgrep', ['-P', String(server)], { encoding: 'utf8' });
      return [server, ...children.trim().split('\n').map(Number)];
    } catch {
      return [];
    }
  }

  #start(command: readonly string[], name: string, { asRoot = false } = {}): Program {
    const child = new Program(command, { ...(asRoot ? {} : this.#user), log: join(this.#directory, `${name}.log`) });
    this.#children.push(child);
    return child;
  }

  async #startEtcd(): Promise<void> {
    mkdirSync(join(this.#directory, 'etcd'), { mode: 0o700 });
    this.#own(join(this.#directory, 'etcd'));
    this.#etcd = { client: await freePort(), peer: await freePort(), child: undefined as never };
    this.#etcd.child = this.#runEtcd();
    await until('the start of etcd', async () => (await fetch(`${this.#etcdUrl}/health`)).ok);
  }

  get #etcdUrl(): string {
    return `http://${this.#network.host}:${this.#etcd.client}`;
  }

  #runEtcd(): Program {
    const clients = this.#etcdUrl;
    const peers = `http://127.0.0.1:${this.#etcd.peer}`;
    return this.#start(
      [
        ...[this.#programs.etcd, '--name', 'one', '--data-dir', join(this.#directory, 'etcd'), '--enable-v2'],
        ...['--listen-client-urls', clients, '--advertise-client-urls', clients],
        ...['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers, '--initial-cluster', `one=${peers}`],
      ],
      'etcd',
    );
  }

  async #addNode(name: string): Promise<void> {
    const directory = join(this.#directory, name);
    mkdirSync(directory);
    this.#mountDisk(directory);
    this.#own(directory);
    const host = this.#network.add(name);
    const node = { name, directory, host, port: await freePort(), rest: await freePort() };
    this.#nodes.push(node);
    const { postgres } = this.#programs;
    const configuration = patroniConfiguration(node, {
      etcd: this.#etcdUrl,
      range: this.#network.range,
      password,
      postgres,
    });
    // JSON is YAML.
    writeFileSync(join(directory, 'patroni.yml'), JSON.stringify(configuration, null, 2));
  }

  /** A disk in memory, large enough until it is filled. */
  #mountDisk(directory: string): void {
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1g', 'tmpfs', directory], { stdio: 'pipe' });
    } catch (error) {
      this.withoutDisks = `disks cannot be mounted here: ${(error as Error).message.trim()}`;
    }
  }

  #startPatroni(node: Node): void {
    const command = [this.#programs.patroni, join(node.directory, 'patroni.yml')];
    // Only root can enter the network of a node, and becomes the user there.
    const asRoot = this.withoutCuts === undefined;
    node.patroni = this.#start(this.#network.on(node.name, this.#user, command), node.name, { asRoot });
  }

  async #startProxy(): Promise<void> {
    this.proxyPort = await freePort();
    const file = join(this.#directory, 'haproxy.cfg');
    writeFileSync(file, proxyConfiguration(this.proxyPort, this.#nodes));
    this.#start([this.#programs.haproxy, '-db', '-f', file], 'haproxy');
  }

  async #createDatabase(): Promise<void> {
    await this.#askNode(await this.#leader(), 'postgres', 'create database mail', []);
  }

  #own(path: string): void {
    if (this.#user) execFileSync('chown', [`${this.#user.uid}:${this.#user.gid}`, path]);
  }
}

function killQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}
