import { deprecationNotice, type Operation } from '@mailwright/codegen';

/** What the extensions of the description say, for people. */
export function traits(operation: Operation): string {
  const { right, retry, timeout, sealed, aliases } = operation;
  const repeat = { safe: 'safe, changes nothing', idempotent: 'idempotent', never: 'not repeated automatically' }[
    retry
  ];
  const facts = [`**Right** ${right}`, `**Retry** ${repeat}`, `**Timeout** ${timeout} s`];
  if (sealed) facts.push('**Sealed mailings** return 409');
  const others = aliases.map((alias) => `\`${alias.method} ${alias.path}\``);
  if (others.length > 0) facts.push(`**Also as** ${others.join(', ')}`);
  const notice = deprecationNotice(operation);
  return [...(notice ? [`**${notice}**`] : []), facts.join(' · ')].join('\n\n');
}
