import type { CustomFieldType } from '../../people/index.ts';
import { choices } from './fields.ts';
import type { FieldOperator } from './rules.ts';

const compared: FieldOperator[] = ['EQUALS', 'NOTEQUALS', 'GREATER', 'LESS', 'BETWEEN', 'IN', 'EMPTY', 'NOTEMPTY'];
const text: FieldOperator[] = [...compared, 'CONTAINS', 'NOTCONTAINS', 'STARTS_WITH', 'ENDS_WITH'];
const dates: FieldOperator[] = [...compared, 'BEFORE', 'AFTER', 'WITHIN_DAYS', 'ANNIVERSARY'];

const tag: FieldOperator[] = ['EQUALS', 'NOTEQUALS', 'IN', 'EMPTY', 'NOTEMPTY'];

const byType: Record<CustomFieldType, FieldOperator[]> = {
  string: text,
  integer: compared,
  float: compared,
  double: compared,
  boolean: ['EQUALS', 'NOTEQUALS', 'EMPTY', 'NOTEMPTY'],
  date: dates,
  timestamp: dates,
};

/** The operators that a field takes. */
export function operatorsFor(field: string, isCustomField: boolean, type: CustomFieldType): FieldOperator[] {
  if (!isCustomField && field === 'TAG') return tag;
  const words = !isCustomField && Object.hasOwn(choices, field) && type === 'string';
  return words ? ['EQUALS', 'NOTEQUALS', 'IN'] : byType[type];
}

/** Returns where a rule has the operand of an operator. */
export function operandOf(operator: FieldOperator): 'value' | 'values' | 'none' {
  switch (operator) {
    case 'EMPTY':
    case 'NOTEMPTY':
      return 'none';
    case 'BETWEEN':
    case 'IN':
      return 'values';
    default:
      return 'value';
  }
}

/** The most days that a rule may count. */
export const dayLimits: Partial<Record<FieldOperator, [from: number, to: number]>> = {
  WITHIN_DAYS: [1, 36_500],
  ANNIVERSARY: [0, 366],
};
