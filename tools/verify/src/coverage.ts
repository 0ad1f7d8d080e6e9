interface Lines {
  total: number;
  covered: number;
}

/** The covered lines of each package, from Istanbul's `coverage-summary.json`: `packages/client 93.1 % of 1,204 lines`. */
export function coverageLines(summary: Record<string, { lines: Lines }>, root: string): string[] {
  const packages = new Map<string, Lines>();
  for (const [file, { lines }] of Object.entries(summary)) {
    if (!file.startsWith(`${root}/`)) continue;
    const name = /^(?:spec|[^/]+\/[^/]+)/.exec(file.slice(root.length + 1))![0];
    const { total, covered } = packages.get(name) ?? { total: 0, covered: 0 };
    packages.set(name, { total: total + lines.total, covered: covered + lines.covered });
  }
  return [...packages]
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([name, { total, covered }]) => {
      const percent = total === 0 ? 100 : (100 * covered) / total;
      return `${name.padEnd(24)} ${percent.toFixed(1).padStart(5)} % of ${total.toLocaleString('en')} lines`;
    });
}
