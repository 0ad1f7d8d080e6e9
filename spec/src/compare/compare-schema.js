import { join } from "./difference.js";
const upper = ['maxLength', 'maximum', 'maxItems', 'maxProperties'];
const lower = ['minLength', 'minimum', 'minItems', 'minProperties'];
const fixed = ['format', 'const', 'oneOf', 'anyOf', 'allOf', 'discriminator'];
/** Compares schemas of two descriptions; each named schema once in each direction. */
export class SchemaComparison {
    differences = [];
    #seen = new Set();
    #old;
    #new;
    constructor(released, present) {
        this.#old = released;
        this.#new = present;
    }
    compare(old, now, pointer, direction) {
        const place = old.$ref ?? pointer;
        if (old.$ref && this.#seen.has(`${place} ${direction}`))
            return;
        this.#seen.add(`${place} ${direction}`);
        this.#compare(resolve(this.#old, old), resolve(this.#new, now), place, direction);
    }
    #compare(old, now, pointer, direction) {
        const report = (message) => this.differences.push({ pointer, message: `${message} (${direction})` });
        const sent = direction === 'sent';
        const [from, to] = sent ? [old, now] : [now, old];
        for (const [what, values] of [
            ['type', (schema) => schema.type && [schema.type].flat()],
            ['value', (schema) => schema.enum],
        ]) {
            const allowed = values(to);
            const gone = (values(from) ?? []).filter((value) => allowed && !allowed.includes(value));
            if (gone.length > 0)
                report(`${what} ${gone.join(', ')} ${sent ? 'is no longer taken' : 'is new'}`);
            else if (allowed && !values(from)) {
                report(sent
                    ? `any ${what} was taken, now only ${allowed.join(', ')}`
                    : `any ${what} may come now, not only ${allowed.join(', ')}`);
            }
        }
        for (const key of fixed) {
            if (JSON.stringify(old[key]) !== JSON.stringify(now[key]))
                report(`${key} changed`);
        }
        if (JSON.stringify(old.xml) !== JSON.stringify(now.xml))
            report(`xml changed`);
        if (sent) {
            for (const key of upper)
                if (now[key] < (old[key] ?? Number.POSITIVE_INFINITY))
                    report(`${key} fell to ${now[key]}`);
            for (const key of lower)
                if (now[key] > (old[key] ?? Number.NEGATIVE_INFINITY))
                    report(`${key} rose to ${now[key]}`);
            if (now.pattern && now.pattern !== old.pattern)
                report(`pattern changed`);
        }
        for (const name of to.required ?? []) {
            if (from.required?.includes(name))
                continue;
            if (sent)
                report(`${name} is required now`);
            else if (now.properties?.[name])
                report(`${name} may be absent now`);
        }
        for (const [name, property] of Object.entries(old.properties ?? {})) {
            const next = now.properties?.[name];
            if (next)
                this.compare(property, next, join(pointer, 'properties', name), direction);
            else
                report(`${name} is gone`);
        }
        for (const key of ['items', 'additionalProperties']) {
            if (old[key] && now[key])
                this.compare(old[key], now[key], join(pointer, key), direction);
            else if (old[key])
                report(`${key} is gone`);
        }
    }
}
export function resolve(document, node) {
    if (!node?.$ref)
        return node;
    const steps = node.$ref.split('/').slice(1);
    const keys = steps.map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
    return resolve(document, keys.reduce((found, key) => found?.[key], document));
}
