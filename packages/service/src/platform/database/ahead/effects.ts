/** What a statement of a migration does to a table that may be large. */
export interface Effect {
  table: string;
  /**
   * `rewrites`: the table is written anew, and nothing else reads or changes it meanwhile. `changes-rows`: rows are written again.
   * `indexes`: an index is built. `reads`: all rows are read, to check or to copy them.
   */
  kind: 'rewrites' | 'changes-rows' | 'indexes' | 'reads';
}

/** Defaults that PostgreSQL computes for each row: the table is written anew. */
const VOLATILE = ['clock_timestamp', 'random', 'gen_random_uuid', 'uuidv7', 'nextval'];

/**
 * Returns what a statement does to tables that exist before its migration. Creating, dropping and renaming, and columns with a
 * constant default, change the catalog alone (PostgreSQL documentation, ALTER TABLE, Notes).
 * @param fresh tables that the same migrations create, which are small; those that the statement creates are added
 */
export function effectsOf(statement: string, fresh: Set<string>): Effect[] {
  const text = statement.trim().replaceAll(/\s+/g, ' ').toLowerCase();
  const created = /^create (?:unlogged )?table (?:if not exists )?"?(\w+)/.exec(text)?.[1];
  if (created !== undefined) {
    fresh.add(created);
    return [];
  }
  return distinct(allEffects(text).filter(({ table }) => !fresh.has(table)));
}

function allEffects(text: string): Effect[] {
  if (/^create (or replace )?(function|trigger|type|view)\b/.test(text)) return [];
  const indexed = /^create (?:unique )?index\b.*? on (?:only )?"?(\w+)/.exec(text)?.[1];
  if (indexed !== undefined) return [{ table: indexed, kind: 'indexes' }];
  const altered = /^alter table (?:if exists )?(?:only )?"?(\w+)"? (.*)$/.exec(text);
  if (altered !== null) {
    const [, table = '', actions = ''] = altered;
    return splitActions(actions).flatMap((action) => effectOfAction(action).map((kind) => ({ table, kind })));
  }
  const named = (words: RegExp) => Array.from(text.matchAll(words), ([, table = '']) => table);
  const changed = named(/\b(?:update|delete from) (?:only )?"?(\w+)/g).filter((table) => table !== 'set');
  const read = /\b(insert into|as materialized)\b/.test(text) ? named(/\b(?:from|join) "?(\w+)/g) : [];
  return [
    ...changed.map((table): Effect => ({ table, kind: 'changes-rows' })),
    ...read.filter((table) => !changed.includes(table)).map((table): Effect => ({ table, kind: 'reads' })),
  ];
}

/** The actions of ALTER TABLE: commas in brackets and in texts do not separate them. */
function splitActions(text: string): string[] {
  const actions: string[] = [];
  let depth = 0;
  let quoted = false;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === "'") quoted = !quoted;
    else if (quoted) continue;
    else if (character === '(') depth++;
    else if (character === ')') depth--;
    else if (character === ',' && depth === 0) {
      actions.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return [...actions, text.slice(start).trim()];
}

function effectOfAction(action: string): Effect['kind'][] {
  const has = (words: string) => action.includes(words);
  const adds = action.startsWith('add ');
  if (action.startsWith('alter ') && has(' type ')) return ['rewrites'];
  if (adds && (has(' as identity') || has(' stored'))) return ['rewrites'];
  if (adds && has(' default ') && VOLATILE.some((name) => has(name))) return ['rewrites'];
  const demands = (words: string) => has(`${words} `) || has(`${words}(`) || action.endsWith(words);
  if (adds && [' primary key', ' unique', ' exclude'].some(demands)) return ['indexes'];
  if (has('set not null') || has('validate constraint')) return ['reads'];
  if (adds && !has('not valid') && [' check', ' references'].some(demands)) return ['reads'];
  return [];
}

function distinct(effects: Effect[]): Effect[] {
  return [...new Map(effects.map((effect) => [`${effect.kind} ${effect.table}`, effect])).values()];
}
