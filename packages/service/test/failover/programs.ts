import { accessSync, constants, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What a test network consists of; all of it are Debian packages. */
export interface Programs {
  etcd: string;
  patroni: string;
  haproxy: string;
  /** Directory with `postgres`, `pg_basebackup` and `pg_rewind`. */
  postgres: string;
}

/** Finds the programs. @throws Error that names the Debian packages that are missing */
export function findPrograms(): Programs {
  const [postgres] = globSync('/usr/lib/postgresql/*/bin').sort().reverse();
  const found = { etcd: find('etcd'), patroni: find('patroni'), haproxy: find('haproxy'), postgres };
  const packages = { etcd: 'etcd-server', patroni: 'patroni', haproxy: 'haproxy', postgres: 'postgresql' };
  const missing = Object.entries(found).flatMap(([name, path]) =>
    path === undefined ? [packages[name as keyof Programs]] : [],
  );
  if (missing.length > 0)
    throw new Error(`Debian packages are missing: apt-get install ${missing.join(' ')}; their services are not needed`);
  return found as Programs;
}

function find(name: string): string | undefined {
  const directories = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return directories
    .map((directory) => join(directory, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
