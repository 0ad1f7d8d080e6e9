import { at, type Schema } from './schema.ts';
import { unsupported } from './unsupported.ts';
import type { ArrayView } from './view.ts';

/** `x-xml-map`: a record as the array of its entries, `<entry><key>…</key><value>…</value></entry>`. */
export function readMap(schema: Schema, pointer: string): Pick<ArrayView, 'kind' | 'items' | 'isMap' | 'xml'> {
  const { additionalProperties: value, properties, 'x-xml-map': given } = schema;
  const {
    entry = 'entry',
    key = 'key',
    value: valueName = 'value',
    attribute = false,
    flat = false,
  } = given === true || !given ? {} : given;
  if (properties || typeof value !== 'object')
    unsupported(at(pointer, 'x-xml-map'), 'is for an object with a schema for additionalProperties and no properties');
  const items: Schema = {
    type: 'object',
    ...(!flat && { xml: { name: entry } }),
    required: ['key', 'value'],
    properties: {
      key: { type: 'string', xml: { name: key, attribute } },
      value: { allOf: [value], xml: { ...value.xml, name: valueName } },
    },
  };
  return {
    kind: 'array',
    isMap: true,
    xml: { ...schema.xml, wrapped: !flat },
    items: { schema: items, pointer: at(pointer, 'additionalProperties') },
  };
}
