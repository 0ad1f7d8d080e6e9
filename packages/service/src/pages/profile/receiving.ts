import type { Contact, setPace } from '../../people/index.ts';
import type { TextForm } from '../../platform/http/forms.ts';
import { escapeHtml } from '../../platform/text/escape.ts';
import type { Language } from '../../platform/text/language.ts';
import type { Topic } from '../../sign-up/index.ts';
import { formName } from './inputs.ts';
import { words } from './words.ts';

/** What a contact receives, and when. */
export interface Receiving {
  /** The topics of the account, and whether the contact has chosen them. */
  topics: ReadonlyMap<Topic, boolean>;
  pausedUntil: Date | null;
  everyDays: number | null;
  /** Of the account. */
  timeZone: string;
}

export function receivingOf(contact: Contact, topics: readonly Topic[], timeZone: string, now = new Date()): Receiving {
  const { paused_until, newsletter_days, custom_fields } = contact;
  return {
    topics: new Map(topics.map((topic) => [topic, custom_fields[topic.field.id] === true])),
    pausedUntil: paused_until !== null && paused_until > now ? paused_until : null,
    everyDays: newsletter_days,
    timeZone,
  };
}

/** Days of the choices; another number that a program has set is kept as long as nobody chooses. */
const frequencies = [7, 30] as const;
const pauses = [30, 90, 180] as const;

/** The inputs for topics, frequency and pause. */
export function receivingFields(receiving: Receiving, language: Language): string {
  const say = words[language];
  const boxes = Array.from(receiving.topics, ([{ field, label }, chosen]) => {
    const name = formName(field);
    return `<label class="choice"><input type="checkbox" name="topic" value="${name}"${chosen ? ' checked' : ''}> ${escapeHtml(label)}</label>`;
  });
  // Browsers do not send boxes that are empty.
  const shown = Array.from(receiving.topics, ([{ field }]) => {
    return `<input type="hidden" name="shown" value="${formName(field)}">`;
  });
  const topics =
    boxes.length > 0 ? `<fieldset><legend>${say.topics}</legend>${boxes.join('')}${shown.join('')}</fieldset>` : '';
  return `${topics}${frequencyField(receiving, language)}${pauseField(receiving, language)}`;
}

function frequencyField({ everyDays }: Receiving, language: Language): string {
  const { frequency, frequencyChoices, everyDaysChoice } = words[language];
  const known = frequencies.map((days) => [String(days), frequencyChoices[days]] as const);
  const own =
    everyDays === null || frequencies.some((days) => days === everyDays)
      ? []
      : [['', everyDaysChoice({ days: everyDays })] as const];
  const options = [...own, ['0', frequencyChoices.all] as const, ...known];
  return select('frequency', frequency, options, own.length > 0 ? '' : String(everyDays ?? 0));
}

function pauseField({ pausedUntil, timeZone }: Receiving, language: Language): string {
  const { pause, noPause, pausedUntil: until, endPause, pauseChoices } = words[language];
  const choices = pauses.map((days) => [String(days), pauseChoices[days]] as const);
  if (pausedUntil === null) return select('pause', pause, [['', noPause], ...choices], '');
  const day = pausedUntil.toLocaleDateString(language, { dateStyle: 'long', timeZone });
  return select('pause', pause, [['', until({ day })], ['0', endPause], ...choices], '');
}

function select(name: string, label: string, options: (readonly [string, string])[], value: string): string {
  const items = options.map(
    ([choice, text]) => `<option value="${choice}"${choice === value ? ' selected' : ''}>${text}</option>`,
  );
  return `<p class="field"><label for="${name}">${label}</label><select id="${name}" name="${name}">${items.join('')}</select></p>`;
}

/** Returns the pace that a form asks for; choices that it does not offer change nothing. */
export function readPace(form: TextForm): Parameters<typeof setPace>[2] {
  const frequency = form.get('frequency');
  const pause = form.get('pause');
  const everyDays = frequency === '0' ? null : frequencies.find((days) => String(days) === frequency);
  const pauseDays = pause === '0' ? null : pauses.find((days) => String(days) === pause);
  return { ...(everyDays !== undefined && { everyDays }), ...(pauseDays !== undefined && { pauseDays }) };
}

/** Returns the topics of a form that the contact takes on or gives up, each with its new text. */
export function readTopics(
  form: TextForm,
  topics: readonly Topic[],
  { custom_fields }: Contact,
): [Topic['field'], string][] {
  return topics.flatMap(({ field }): [Topic['field'], string][] => {
    const name = formName(field);
    const isShown = form.getAll('shown').includes(name);
    const isChosen = form.getAll('topic').includes(name);
    return isShown && isChosen !== (custom_fields[field.id] === true) ? [[field, String(isChosen)]] : [];
  });
}
