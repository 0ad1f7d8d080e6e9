import type { Campaigns, Thing } from './model.ts';

const variable = /\$\{(\w+)\}/g;
/** Only variables that are meant for it can come into what is posted elsewhere. */
const prefix = 'MAILWRIGHT_WEBHOOK_';

/**
 * Fills variables of the environment into addresses and parameters of webhooks, which may be secrets.
 * @param variableOf returns the value of a variable
 * @throws Error that names the place of a variable that is not set or not allowed
 */
export function fillVariables(campaigns: Campaigns, variableOf: (name: string) => string | undefined): Campaigns {
  const things = campaigns.things.map((thing) => (thing.section === 'webhooks' ? fill(thing, variableOf) : thing));
  return { ...campaigns, things };
}

function fill(thing: Thing, variableOf: (name: string) => string | undefined): Thing {
  const fillText = (text: string, path: (string | number)[]) =>
    text.replaceAll(variable, (_whole, name: string) => {
      if (!name.startsWith(prefix))
        throw new Error(`${thing.locate(path)}: the variable ${name} must begin with ${prefix}`);
      const value = variableOf(name);
      if (value === undefined || value === '')
        throw new Error(`${thing.locate(path)}: the variable ${name} is not set`);
      return value;
    });
  const { urlParams } = thing.properties as { urlParams?: { custom_value?: string | null }[] };
  const filled = urlParams?.map((each, index) =>
    typeof each.custom_value === 'string'
      ? { ...each, custom_value: fillText(each.custom_value, ['urlParams', index, 'custom_value']) }
      : each,
  );
  return {
    ...thing,
    name: fillText(thing.name, ['url']),
    label: thing.name,
    properties: { ...thing.properties, ...(filled && { urlParams: filled }) },
  };
}

/** Returns the name of the variable for a value of a webhook. */
export const variableFor = (number: number, part: string): string =>
  `${prefix}${number}_${part.toUpperCase().replaceAll(/\W/g, '_')}`;
