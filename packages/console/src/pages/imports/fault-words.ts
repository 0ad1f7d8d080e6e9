import { knownSentences } from '../../faults/sentences.ts';
import { type Say, words } from '../../words.ts';

/** Sentences of the service on rows and values, which are said in the language of the person. */
const sentences = knownSentences(
  [
    words('the external id is missing'),
    words('the email address is missing'),
    words('it is not an email address'),
    words('an earlier row has the same external id'),
    words('an earlier row has the same email address'),
    words('it must be a date YYYY-MM-DD'),
    words('it must be a date such as 1980-12-31'),
    words('it must be a date such as 31.12.1980'),
    words('it must be a date such as 12/31/1980'),
    words('it must be m, f or d'),
    words('it must be xx or xx_XX, such as de or de_AT'),
    words('there is no such field'),
    words('it must be yes or no, true or false, 1 or 0'),
    words('it must be 0, 1, true or false'),
    words('it must be a number'),
    words('it must be a number such as 1.5'),
    words('it must be a number such as 1,5'),
    words('it must be an integer from -2147483648 to 2147483647'),
    words('it must be YYYY-MM-DD, or for a timestamp YYYY-MM-DD HH:MM:SS'),
    words('it must have at most 255 characters'),
    words('its status is blocked; remove the status to import it'),
    words('a tag must have at most 50 characters'),
    words('a tag must not have control characters'),
    words('a contact has at most 50 tags'),
  ],
  [
    [/^has (?<cells>\d+) cells instead of (?<columns>\d+)$/, words('has {cells} cells instead of {columns}')],
    [
      /^column (?<column>\d+) has a control character, or another that XML cannot carry$/,
      words('column {column} has a character that cannot be stored'),
    ],
    [
      /^column (?<column>\d+) has a quote that neither opens nor closes the cell; put the cell in quotes and double those in it$/,
      words('column {column} has a quote in its text; put the cell in quotes and double those in it'),
    ],
    [
      /^column (?<column>\d+) opens a quote that is not closed$/,
      words('column {column} opens a quote that is not closed'),
    ],
    [/^permission must be 1 to 6 but is "(?<value>.*)"$/s, words('permission must be 1 to 6 but is “{value}”')],
  ],
);

/** Says what is wrong with a row or a value; a sentence that the console does not know stays in English. */
export function sayFault(say: Say, fault: string): string {
  const said = sentences.say(say, fault) ?? fault;
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** Reports whether the console says a sentence of the service in all languages. */
export const isKnownFault = sentences.knows;
