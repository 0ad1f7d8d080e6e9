import { join } from 'node:path';
import { VersionActions } from 'nx/release';

/** The file system of Nx, which a dry run throws away. */
type Tree = Parameters<VersionActions['init']>[0];

interface Manifest {
  version: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const LOCK = 'package-lock.json';
const KINDS = ['dependencies', 'devDependencies'] as const;

/** How Nx reads and writes versions: in package.json, and in the lock file, which repeats them. */
export default class ManifestVersions extends VersionActions {
  validManifestFilenames = ['package.json'];

  async readCurrentVersionFromSourceManifest(tree: Tree): Promise<{ currentVersion: string; manifestPath: string }> {
    const manifestPath = join(this.projectGraphNode.data.root, 'package.json');
    return { currentVersion: read<Manifest>(tree, manifestPath).version, manifestPath };
  }

  async readCurrentVersionFromRegistry(): Promise<null> {
    return null;
  }

  async readCurrentVersionOfDependency(
    tree: Tree,
    _graph: unknown,
    dependency: string,
  ): Promise<{ currentVersion: string | null; dependencyCollection: string | null }> {
    const manifest = read<Manifest>(tree, join(this.projectGraphNode.data.root, 'package.json'));
    const kind = KINDS.find((each) => manifest[each]?.[dependency] !== undefined);
    return { currentVersion: kind ? manifest[kind]![dependency]! : null, dependencyCollection: kind ?? null };
  }

  async updateProjectVersion(tree: Tree, version: string): Promise<string[]> {
    this.#tellVersion(tree, version);
    return this.#change(tree, (manifest) => {
      manifest.version = version;
    });
  }

  /** A package that tells others its version when it runs has it in a file of its own. */
  #tellVersion(tree: Tree, version: string): void {
    const file = join(this.projectGraphNode.data.root, 'src/version.ts');
    const text = tree.exists(file) ? tree.read(file, 'utf8')! : undefined;
    if (text !== undefined) tree.write(file, text.replace(/'.*'/, `'${version}'`));
  }

  async updateProjectDependencies(tree: Tree, _graph: unknown, versions: Record<string, string>): Promise<string[]> {
    return this.#change(tree, (manifest) => {
      for (const kind of KINDS)
        for (const [name, version] of Object.entries(versions))
          if (manifest[kind]?.[name] !== undefined) manifest[kind][name] = version;
    });
  }

  #change(tree: Tree, change: (manifest: Manifest) => void): string[] {
    const { root } = this.projectGraphNode.data;
    const file = join(root, 'package.json');
    const manifest = read<Manifest>(tree, file);
    change(manifest);
    write(tree, file, manifest);
    const lock = read<{ packages: Record<string, Manifest> }>(tree, LOCK);
    change(lock.packages[root]!);
    write(tree, LOCK, lock);
    return [`${file} and ${LOCK}: ${manifest.version}`];
  }
}

function read<Content>(tree: Tree, file: string): Content {
  return JSON.parse(tree.read(file, 'utf8')!) as Content;
}

function write(tree: Tree, file: string, content: object): void {
  tree.write(file, `${JSON.stringify(content, null, 2)}\n`);
}
