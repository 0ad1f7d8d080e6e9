import { domainToASCII } from 'node:url';
import { type CustomFieldType, parseCustomValue, parseEmail, tagNames } from '../../people/index.ts';
import { choices } from './fields.ts';
import { dayLimits } from './operators.ts';
import type { FieldOperator } from './rules.ts';

interface RuleHead {
  field: string;
  is_customfield: boolean;
  operator: FieldOperator;
  type: CustomFieldType;
}

/** The normal form of a value of a rule, or what is allowed instead. */
export function readRuleValue(rule: RuleHead, text: string): { value: string } | { fault: string } {
  const days = dayLimits[rule.operator];
  if (days) return readDays(text, ...days);
  const allowed = !rule.is_customfield && Object.hasOwn(choices, rule.field) && choices[rule.field];
  if (allowed) {
    const value = text.toLowerCase();
    return allowed.includes(value) ? { value } : { fault: `must be one of ${allowed.join(', ')}` };
  }
  if (rule.field === 'TAG' && !rule.is_customfield) {
    const fault = tagNames.tagFault(tagNames.tagName(text));
    return fault === undefined ? { value: tagNames.tagName(text) } : { fault };
  }
  if (rule.type === 'string') {
    if (text === '') return { fault: 'must not be empty; EMPTY finds contacts without a value' };
    return { value: rule.is_customfield ? text : addressForm(rule, text) };
  }
  // A day stands for its first second.
  const whole = rule.type === 'timestamp' && text.length === 10 ? `${text} 00:00:00` : text;
  const parsed = parseCustomValue(rule.type, whole);
  return 'fault' in parsed ? parsed : { value: String(parsed.value) };
}

function readDays(text: string, from: number, to: number): { value: string } | { fault: string } {
  const days = Number(text);
  const fits = /^\d+$/.test(text) && days >= from && days <= to;
  return fits ? { value: String(days) } : { fault: `must be a number of days from ${from} to ${to}` };
}

/** Addresses are stored with A-labels, so a whole one is compared in this form. */
function addressForm({ field, operator }: RuleHead, text: string): string {
  const part = operator === 'CONTAINS' || operator === 'NOTCONTAINS' || operator === 'STARTS_WITH';
  if (field === 'EMAIL' && !part) return parseEmail(text)?.folded ?? text;
  if (field === 'EMAIL_DOMAIN' && !part) return domainToASCII(text) || text;
  return text;
}
