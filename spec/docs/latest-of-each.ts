/** Of each `major.minor`, the newest release without a pre-release tag; the newest first. */
export function latestOfEach(versions: readonly string[]): string[] {
  const released = versions.filter((version) => /^\d+\.\d+\.\d+$/.test(version)).sort(newestFirst);
  const lines = Map.groupBy(released, (version) => version.split('.').slice(0, 2).join('.'));
  return [...lines.values()].map(([newest]) => newest!);
}

function newestFirst(one: string, other: string): number {
  const numbers = other.split('.').map(Number);
  const differences = one.split('.').map((part, index) => numbers[index]! - Number(part));
  return differences.find((difference) => difference !== 0) ?? 0;
}
