/** Amount written since the last maintenance, from PostgreSQL's counters. */
export interface DatabaseStatistics {
  /** Written to the log since the last checkpoint. */
  walBytes: number;
  tables: TableStatistics[];
}

export interface TableStatistics {
  /** Quoted and with its schema, ready for a statement. */
  name: string;
  live: number;
  dead: number;
  /** Rows changed since the planner's statistics were made. */
  changed: number;
}

const walLimit = 16 * 1024 * 1024;

/**
 * The statements that are due. A server has background processes for this; the thresholds for tables are theirs
 * (PostgreSQL documentation, "The Autovacuum Daemon").
 */
export function duePlan({ walBytes, tables }: DatabaseStatistics): string[] {
  const upkeep = tables.flatMap(({ name, live, dead, changed }) => {
    if (dead > 50 + 0.2 * live) return [`vacuum (analyze) ${name}`];
    if (changed > 50 + 0.1 * live) return [`analyze ${name}`];
    return [];
  });
  return walBytes > walLimit ? [...upkeep, 'checkpoint'] : upkeep;
}
