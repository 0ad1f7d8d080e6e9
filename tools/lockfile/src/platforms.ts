/** A package of a lock file, as far as this tool reads it. */
export interface LockedPackage {
  version?: string;
  link?: boolean;
  optional?: boolean;
  optionalDependencies?: Record<string, string>;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}

export type LockedPackages = Record<string, LockedPackage>;

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/** For which platforms a package is, read from its name: `@biomejs/cli-linux-x64-musl`. */
export function platformOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[-/]/);
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  const libc = words.some((word) => word.startsWith('musl')) ? ['musl'] : words.includes('gnu') ? ['glibc'] : [];
  return { ...(os.length ? { os } : {}), ...(cpu.length ? { cpu } : {}), ...(libc.length ? { libc } : {}) };
}

/**
 * Entries for the optional packages that the lock file does not have: npm leaves out those of other platforms when it
 * cannot see them, and `npm ci` then refuses the lock file as out of date.
 */
export function missingPlatforms(packages: LockedPackages): LockedPackages {
  const missing: LockedPackages = {};
  for (const [place, { optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const exact = /^\d+\.\d+\.\d+[\w.+-]*$/.test(version);
      if (!exact || resolves(packages, place, name)) continue;
      const at = packages[`node_modules/${name}`] ? `${place}/node_modules/${name}` : `node_modules/${name}`;
      missing[at] = { version, ...platformOf(name), optional: true };
    }
  }
  return missing;
}

/** Reports whether a package at `place` finds the dependency in its own or in an outer node_modules. */
function resolves(packages: LockedPackages, place: string, name: string): boolean {
  for (let at = place; ; at = at.slice(0, at.lastIndexOf('/node_modules/'))) {
    if (packages[`${at}/node_modules/${name}`.replace(/^\//, '')]) return true;
    if (!at.includes('/node_modules/')) return packages[`node_modules/${name}`] !== undefined;
  }
}
