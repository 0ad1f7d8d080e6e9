// Finds pages of the documentation. Runs in the browser and, for those without JavaScript, in the service.

/** What people call things, and how the documentation calls them. Each word leads to those of its line. */
const synonyms = [
  ['newsletter', 'campaign', 'broadcast', 'mailing'],
  ['subscriber', 'user', 'customer', 'recipient', 'person', 'people', 'reader', 'contact'],
  ['import', 'upload', 'csv', 'synchronize', 'bulk'],
  ['export', 'download', 'backup'],
  ['segment', 'audience', 'filter'],
  ['group', 'audience', 'targetgroup', 'target'],
  ['send', 'dispatch', 'sendout', 'sendnow'],
  ['add', 'create', 'new', 'insert', 'make'],
  ['get', 'read', 'fetch', 'show', 'list'],
  ['change', 'update', 'edit', 'set', 'modify'],
  ['remove', 'delete', 'erase', 'forget', 'gdpr'],
  ['optout', 'unsubscribe', 'unsubscription'],
  ['suppress', 'suppression', 'blocklist', 'blacklist', 'block'],
  ['optin', 'doi', 'confirm', 'opt'],
  ['open', 'opening', 'opened', 'opens'],
  ['stats', 'statistics', 'analytics', 'metrics', 'report'],
  ['event', 'transaction', 'transactional'],
  ['drip', 'autoresponder', 'sequence', 'nurture', 'workflow', 'journey', 'automation', 'program'],
  ['file', 'attachment', 'attach'],
  ['cron', 'later', 'schedule', 'timer'],
  ['placeholder', 'variable', 'merge', 'personalisation', 'personalization', 'tag'],
  ['token', 'auth', 'login', 'authentication', 'key'],
  ['quota', 'throttle', 'rate', 'limit'],
  ['callback', 'hook', 'webhook'],
  ['pagination', 'page', 'paging'],
  ['retry', 'idempotent', 'idempotency', 'repeat'],
  ['install', 'quickstart', 'tutorial', 'first'],
  ['test', 'preview', 'proof', 'testsendout'],
];

/** Terms of several words, and the word that stands for them; one that leads nowhere has a word of its own. */
const phrases = [
  ['drip campaign', 'drip'],
  ['drip email', 'drip'],
  ['welcome series', 'drip'],
  ['merge tag', 'placeholder'],
  ['merge field', 'placeholder'],
  ['unsubscribe link', 'unsubscribe tag'],
  ['mailing list', 'contact list'],
  ['a/b test', 'abtest'],
  ['a/b', 'abtest'],
  ['ab test', 'abtest'],
  ['split test', 'abtest'],
  ['landing page', 'landingpage'],
];

/** Words that say nothing about what is looked for. */
const empty = new Set(
  'a an and are as at be by can do does for from how i in is it me my of on or the to what when with'.split(' '),
);

/** @param {string} word */
const stem = (word) => word.replace(/(?:ies|s|ing|ed)$/, '').slice(0, 40) || word;

/** @param {string} text */
const stems = (text) => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(stem);

/** A word, and the others that mean the same. @param {string} word */
function meanings(word) {
  const lines = synonyms.map((line) => line.map(stem)).filter((line) => line.includes(word));
  return [...new Set([word, ...lines.flat()])];
}

/**
 * @typedef {{ title: string, url: string, kind: string, id: string, words: string }} Entry
 * @typedef {{ entry: Entry, id: string, title: string[], words: Set<string> }} Prepared
 * @param {Entry[]} entries
 * @returns {Prepared[]}
 */
const prepare = (entries) =>
  entries.map((entry) => ({
    entry,
    id: entry.id.toLowerCase(),
    title: stems(entry.title),
    words: new Set([...stems(entry.words), ...stems(entry.title)]),
  }));

/** @type {WeakMap<Entry[], Prepared[]>} */
const known = new WeakMap();

/**
 * @param {Entry[]} entries
 * @param {string} query what somebody typed
 * @returns {Entry[]} at most 30, best first
 */
export function find(entries, query) {
  const text = query.slice(0, 200).trim().toLowerCase();
  const asked = stems(phrases.reduce((all, [phrase, word]) => all.replaceAll(phrase, word), text)).filter(
    (word) => !empty.has(word),
  );
  const prepared = known.get(entries) ?? prepare(entries);
  known.set(entries, prepared);
  // What stands nearly everywhere tells little.
  const words = asked.map((word) => {
    const choices = meanings(word);
    const holders = prepared.filter((one) => choices.some((choice) => one.words.has(choice))).length;
    return { choices, weight: Math.log(1 + prepared.length / (1 + holders)) };
  });
  return prepared
    .map((one) => ({ entry: one.entry, score: one.id === text && text !== '' ? 10_000 : scoreOf(one, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, 30)
    .map(({ entry }) => entry);
}

/** @param {Prepared} one @param {{ choices: string[], weight: number }[]} words */
function scoreOf(one, words) {
  const scores = words.map(({ choices, weight }) =>
    Math.max(...choices.map((choice, index) => weight * (index === 0 ? 1 : 0.6) * wordScore(choice, one))),
  );
  const found = scores.filter((score) => score > 0).length;
  // Who has all the words comes before who has one of them often; short titles before long ones.
  const sum = scores.reduce((total, score) => total + score, 0);
  return found === 0 ? 0 : sum * (found / words.length) ** 2 - one.title.length / 10;
}

/** @param {string} word @param {Prepared} one */
function wordScore(word, { title, words, id }) {
  if (title.includes(word)) return 10;
  if (word.length > 2 && title.some((other) => other.startsWith(word))) return 7;
  if (word.length > 2 && id.includes(word)) return 5;
  return words.has(word) ? 3 : 0;
}
