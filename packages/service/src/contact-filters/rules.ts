/** The five operators that filter documents have. */
export type RuleOperator = 'EQUALS' | 'NOTEQUALS' | 'CONTAINS' | 'NOTCONTAINS' | 'STARTS_WITH';

/** One rule of a contact filter; all rules of a filter must hold. */
export interface Rule {
  field: string;
  is_customfield: boolean;
  operator: RuleOperator;
  value: string;
}
