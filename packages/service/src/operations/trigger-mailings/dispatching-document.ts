import type { Dispatching } from '../../mailings/index.ts';

/** A dispatching as clients read it, without what does not apply. */
export function dispatchingDocument(dispatching: Dispatching, active: boolean) {
  const { type, transaction_type_id, system_event, repeat, ...others } = dispatching;
  const all = {
    ...others,
    event: system_event ?? (transaction_type_id === null ? null : String(transaction_type_id)),
    interval: repeat,
  };
  return { type, ...withoutNulls(all), start_trigger: active };
}

type Present<Values> = { [Name in keyof Values]?: NonNullable<Values[Name]> };

const withoutNulls = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Present<Values>;
