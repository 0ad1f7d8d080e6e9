import { parseArgs } from 'node:util';

const USAGE = `npm run release -- [--publish | --dry-run]

Gives all packages one version from the commits since the last tag. Without an option it is a rehearsal that keeps nothing: it
publishes to a registry on this machine and runs the quick starts with packages from there.

  --publish   publishes the packages, and makes a commit, a tag and a release; only in the workflow "Release"
  --dry-run   the rehearsal, by its name
  --help      prints this text
`;

/** The options of a release, or the text to print and the exit code to end with. */
export function readOptions(args: readonly string[]): { publish: boolean } | { text: string; code: 0 | 2 } {
  const options = { publish: { type: 'boolean' }, 'dry-run': { type: 'boolean' }, help: { type: 'boolean' } } as const;
  try {
    const { values } = parseArgs({ args: [...args], options });
    if (values.help) return { text: USAGE, code: 0 };
    if (values.publish && values['dry-run'])
      return { text: `--publish and --dry-run exclude each other.\n\n${USAGE}`, code: 2 };
    return { publish: values.publish ?? false };
  } catch (error) {
    return { text: `${(error as Error).message}\n\n${USAGE}`, code: 2 };
  }
}
