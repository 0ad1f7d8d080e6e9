// Finds pages of the documentation. Runs in the browser and, for readers without JavaScript, in the service.
import MiniSearch, { type Options, type SearchResult } from 'minisearch';
import { countFixed, messagePattern } from './message-pattern.ts';

/** Words that mean the same. Each word of a line finds the others. */
const synonyms = [
  ['newsletter', 'campaign', 'broadcast', 'mailing'],
  ['subscriber', 'user', 'customer', 'recipient', 'person', 'people', 'reader', 'contact'],
  ['import', 'upload', 'csv', 'synchronize', 'bulk', 'many'],
  ['export', 'download', 'backup'],
  ['segment', 'audience', 'filter'],
  ['group', 'audience', 'targetgroup', 'target'],
  ['send', 'dispatch', 'sendout', 'sendnow'],
  ['add', 'create', 'new', 'insert', 'make'],
  ['get', 'read', 'fetch', 'show', 'list', 'find', 'look'],
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

/** Terms of several words, and the word to search for instead; topics that Mailwright does not have get a word of their own. */
const phrases = [
  ['drip campaign', 'drip'],
  ['drip email', 'drip'],
  ['welcome series', 'drip'],
  ['merge tag', 'placeholder'],
  ['merge field', 'placeholder'],
  ['unsubscribe link', 'unsubscribe tag'],
  ['mailing list', 'contact list'],
  ['test email', 'single test mail'],
  ['a/b test', 'abtest'],
  ['a/b', 'abtest'],
  ['ab test', 'abtest'],
  ['split test', 'abtest'],
  ['landing page', 'landingpage'],
];

/** Words of topics that Mailwright does not have; they must not find similar words. */
const absent = new Set(['abtest', 'landingpage']);

/** Words that are ignored in queries. */
const empty = new Set(
  'a an and are as at be by can do does for from how i in is it me my of on or the to what when with'.split(' '),
);

const stem = (word: string) => word.replace(/(?:ies|s|ing|ed)$/, '').slice(0, 40) || word;

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Addresses of operations: who types what to do looks for how to do it. */
const isOperation = /^reference\/[^/]+\/\w+\.html$/;

/** Addresses of the sections of error messages. */
const errors = 'reference/errors.html#';

export interface Section extends Found {
  /** operationId, or the last part of the address; empty for sections of a page. */
  name: string;
  text: string;
}

/** Options of the index; titles count most, then names of operations. */
export const searchOptions: Options<Section> = {
  fields: ['title', 'name', 'text'],
  storeFields: ['title', 'kind', 'name'],
  tokenize: words,
  processTerm: stem,
  searchOptions: {
    boost: { title: 8, name: 4 },
    prefix: (term: string) => term.length > 2,
    fuzzy: (term: string) => (term.length > 3 && !absent.has(term) ? 0.25 : false),
    weights: { fuzzy: 0.4, prefix: 0.5 },
    // Error messages are many and have the words of other titles; `find` puts one that is pasted whole first.
    // Most readers look for the API of an account.
    boostDocument: (id: string) =>
      id.startsWith(errors) || id.startsWith('administration/') ? 0.4 : isOperation.test(id) ? 1.1 : 1,
  },
};

export const loadIndex = (json: string) => MiniSearch.loadJSON<Section>(json, searchOptions);

export interface Found {
  /** Address within the site. */
  id: string;
  title: string;
  kind: string;
}

/** Returns at most 30 results, best first. */
export function find(index: MiniSearch<Section>, typed: string): Found[] {
  const text = typed.slice(0, 300).trim().toLowerCase();
  const phrased = phrases.reduce((all, [phrase, word]) => all.replaceAll(phrase!, word!), text);
  const asked = words(phrased).filter((word) => !empty.has(word));
  if (asked.length === 0) return [];
  const queries = asked.map((word) => ({ combineWith: 'OR' as const, queries: [word, ...similarTo(word)] }));
  const all = index.search({ combineWith: 'AND', queries });
  const ids = new Set(all.map(({ id }) => id));
  const found = [...all, ...index.search({ combineWith: 'OR', queries }).filter(({ id }) => !ids.has(id))];
  const isNamed = ({ name }: SearchResult) => name.toLowerCase() === text;
  const meant = new Set([...pastedMessages(found, text), ...found.filter(isNamed)]);
  const results = [...meant, ...found.filter((one) => !meant.has(one))];
  return results.slice(0, 30).map(({ id, title, kind }) => ({ id, title, kind }));
}

/** Fixed characters of messages below which a match says nothing: `{place}: {fault}`. */
const leastFixed = 8;

/** The error messages that the text can be, the most precise one first. */
function pastedMessages(found: SearchResult[], text: string): SearchResult[] {
  return found
    .filter(({ id }) => String(id).startsWith(errors))
    .map((result) => ({ result, message: String(result.title).replace(/^.*?: /, '') }))
    .filter(({ message }) => countFixed(message) >= leastFixed && messagePattern(message).test(text))
    .sort((one, other) => countFixed(other.message) - countFixed(one.message))
    .map(({ result }) => result);
}

/** Finds lines of synonyms by any of their words, also misspelt. */
const thesaurus = new MiniSearch({
  fields: ['line'],
  processTerm: stem,
  searchOptions: { fuzzy: (term: string) => (term.length > 5 ? 0.2 : false) },
});
thesaurus.addAll(synonyms.map((line, id) => ({ id, line: line.join(' ') })));

/** Queries for synonyms of a word, and for the word with two letters swapped; they count less. */
function similarTo(word: string) {
  const others = thesaurus.search(word).flatMap(({ id }) => synonyms[id]!);
  const swapped = [...word].slice(1).map((_, i) => word.slice(0, i) + word[i + 1] + word[i] + word.slice(i + 2));
  const all = new Set([...others, ...swapped].filter((other) => stem(other) !== stem(word)));
  return [...all].map((other) => ({
    queries: [other],
    boost: { title: 4, name: 2, text: 0.5 },
    fuzzy: false,
    prefix: false,
  }));
}
