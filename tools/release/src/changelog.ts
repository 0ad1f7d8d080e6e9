/** Headings of a section, in their order. */
const capabilities = [
  'Upgrade notes',
  'Contacts',
  'Mailings',
  'Sending',
  'Tracking and reports',
  'Automation',
  'Accounts and operation',
  'API',
  'Documentation',
  'Toolchain',
];

const unreleased = /^## Unreleased\n(.*?)(?=^## |$(?![\s\S]))/ms;

/** Returns what is wrong with the section `Unreleased`, in sentences. */
export function findFaults(changelog: string): string[] {
  const [, section] = unreleased.exec(changelog) ?? [];
  if (section === undefined) return ['There is no section "## Unreleased".'];
  const headings = [...section.matchAll(/^### (.*)$/gm)].map(([, title]) => title!);
  const unknown = headings.filter((title) => !capabilities.includes(title));
  const ordered = capabilities.filter((title) => headings.includes(title));
  const groups = section.split(/^### .*$/m);
  const empty = headings.filter((_, index) => !groups[index + 1]!.includes('\n- '));
  return [
    ...unknown.map((title) => `"${title}" is no capability; use one of: ${capabilities.join(', ')}.`),
    ...empty.map((title) => `"${title}" has no entry.`),
    ...(unknown.length === 0 && ordered.join() !== headings.join()
      ? [`The headings must be in the order ${ordered.join(', ')}, each once.`]
      : []),
    ...[...section.matchAll(/^- (\w+(?:\([\w-]+\))?!?: .*)$/gm)].map(
      ([, line]) => `"${line}" is a commit, not a change for users.`,
    ),
  ];
}

/**
 * Gives the section `Unreleased` a version and begins an empty one. Returns the new text, and the section as release notes.
 * @throws Error if the section is empty or has faults
 */
export function releaseSection(changelog: string, version: string, date: string): { changelog: string; notes: string } {
  const faults = findFaults(changelog);
  const notes = unreleased.exec(changelog)?.[1]?.trim() ?? '';
  if (notes === '') faults.push('The section "## Unreleased" is empty: write what changed for users.');
  if (faults.length > 0) throw new Error(`CHANGELOG.md: ${faults.join(' ')}`);
  const section = `## Unreleased\n\n## ${version} (${date})\n\n${notes}\n\n`;
  return { changelog: `${changelog.replace(unreleased, () => section).trimEnd()}\n`, notes };
}
