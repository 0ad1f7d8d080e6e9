import { words } from '../words.ts';
import { knownSentences } from './sentences.ts';

const anEmailAddress = words('an email address, such as ada@example.com');
const aDate = words('a date, such as 2026-03-01');
const aSecureAddress = words('an address that begins with https:// and has no spaces and no #');

/** What a text must be, in the words of the description (`x-pattern-words`). */
export const valueForms = knownSentences(
  [
    anEmailAddress,
    aSecureAddress,
    words('a single line'),
    words('a single line without < and >'),
    words('a single line without control characters'),
    words('letters, digits and spaces'),
    words('a time of day, such as 09:30'),
    words('a short name without commas'),
    words('letters, digits, hyphens and underscores'),
    words('a color of # and six hexadecimal digits, such as #1f5fbf'),
    words('the address of a website without a path, such as https://www.example.com'),
    words('an email address, all of a domain such as *@example.com, or one name at every domain such as ada@*'),
    aDate,
  ],
  [
    [/^a valid email$/, anEmailAddress],
    [/^a valid uri$/, aSecureAddress],
    [/^a valid date$/, aDate],
    [/^hours from 0?0 to 23$/, words('hours from 0 to 23')],
    [/^minutes from 0?0 to 59$/, words('minutes from 0 to 59')],
  ],
);
