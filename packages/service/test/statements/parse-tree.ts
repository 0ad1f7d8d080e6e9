/** A node of PostgreSQL's parse tree; what stands where depends on its kind, so it is read by name and never assumed. */
export type Node = { [name: string]: Node } & { [index: number]: Node } & Iterable<Node>;

export const none = [] as unknown as Node;
export const nodeOf = (kind: string, body: Node) => ({ [kind]: body }) as unknown as Node;

/** Whether any of the tables is named anywhere below. */
export function namesTable(node: unknown, tables: ReadonlySet<string>): boolean {
  if (typeof node !== 'object' || node === null) return false;
  const table = (node as Node).RangeVar?.relname;
  if (table !== undefined && tables.has(String(table))) return true;
  return Object.values(node).some((child) => namesTable(child, tables));
}

/** The names of all functions that are called anywhere below. */
export function functionsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const names = [...((node as Node).FuncCall?.funcname ?? none)];
  return [
    ...names.slice(-1).map((name) => String(name.String?.sval)),
    ...Object.values(node).flatMap((child) => functionsIn(child)),
  ];
}
