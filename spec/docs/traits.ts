import type { Operation } from '@mailwright/codegen';

/** What the extensions of the description say, for people. */
export function traits({ right, retry, timeout, sealed, aliases }: Operation): string {
  const repeat = { safe: 'safe, changes nothing', idempotent: 'idempotent', never: 'never repeated by itself' }[retry];
  const facts = [`**Right** ${right}`, `**Repeat** ${repeat}`, `**Time** at most ${timeout} s`];
  if (sealed) facts.push('**Sealed mailings** are refused');
  const others = aliases.map((alias) => `\`${alias.method} ${alias.path}\``);
  if (others.length > 0) facts.push(`**Also as** ${others.join(', ')}`);
  return facts.join(' · ');
}
