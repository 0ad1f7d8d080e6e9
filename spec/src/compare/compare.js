import { resolve, SchemaComparison } from "./compare-schema.js";
import { join } from "./difference.js";
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
/** Some parameters are documents of a media type. */
const schemaOf = ({ schema, content = {} }) => schema ?? Object.values(content)[0]?.schema ?? {};
/** The operation with the parameters of its path. */
function operationIn(item, method) {
    const operation = item[method];
    if (!operation || !item.parameters)
        return operation;
    return { ...operation, parameters: [...item.parameters, ...(operation.parameters ?? [])] };
}
/** What of the present description breaks clients of the released one. */
export function compare(released, present) {
    const differences = [];
    const schemas = new SchemaComparison(released, present);
    const report = (pointer, message) => differences.push({ pointer, message });
    for (const [path, item] of Object.entries(released.paths ?? {})) {
        for (const method of METHODS.filter((each) => item[each])) {
            const pointer = join('#/paths', path, method);
            const old = operationIn(item, method);
            const now = operationIn(present.paths?.[path] ?? {}, method);
            if (now)
                compareOperation(old, now, pointer);
            else
                report(pointer, `${old.operationId ?? `${method.toUpperCase()} ${path}`} is gone`);
        }
    }
    return unique([...differences, ...schemas.differences]);
    function compareOperation(old, now, pointer) {
        for (const key of ['operationId', 'tags', 'x-client-name', 'x-right', 'x-paging']) {
            if (JSON.stringify(old[key]) !== JSON.stringify(now[key]))
                report(pointer, `${key} changed`);
        }
        for (const alias of old['x-aliases'] ?? []) {
            const kept = (now['x-aliases'] ?? []).some(({ method, path }) => method === alias.method && path === alias.path);
            if (!kept)
                report(pointer, `the alias ${alias.method} ${alias.path} is gone`);
        }
        compareParameters(old, now, pointer);
        compareBody(old, now, join(pointer, 'requestBody'));
        compareAnswers(old, now, join(pointer, 'responses'));
    }
    function compareParameters(old, now, pointer) {
        const before = byName(released, old);
        const after = byName(present, now);
        for (const [name, parameter] of before) {
            const next = after.get(name);
            if (!next) {
                report(pointer, `parameter ${name} is gone`);
                continue;
            }
            if (next.required && !parameter.required)
                report(pointer, `parameter ${name} is required now`);
            for (const alias of parameter['x-aliases'] ?? []) {
                if (!next['x-aliases']?.includes(alias))
                    report(pointer, `parameter ${name} is no longer read as ${alias}`);
            }
            const [schema, nextSchema] = [schemaOf(parameter), schemaOf(next)];
            if (JSON.stringify(schema.default) !== JSON.stringify(nextSchema.default)) {
                report(pointer, `the default of parameter ${name} changed`);
            }
            schemas.compare(schema, nextSchema, join(pointer, 'parameters', name), 'sent');
        }
        for (const [name, parameter] of after) {
            if (parameter.required && !before.has(name))
                report(pointer, `parameter ${name} is new and required`);
        }
    }
    function compareBody(old, now, pointer) {
        const before = resolve(released, old.requestBody);
        const after = resolve(present, now.requestBody);
        if (after?.required && !before?.required)
            report(pointer, 'a body is required now');
        for (const [mediaType, media] of Object.entries(before?.content ?? {})) {
            const next = after?.content?.[mediaType];
            if (next)
                schemas.compare(media.schema ?? {}, next.schema ?? {}, join(pointer, mediaType), 'sent');
            else
                report(pointer, `${mediaType} is no longer taken`);
        }
    }
    /** Successes must stay what they are; errors may come and go, but their documents must stay. */
    function compareAnswers(old, now, pointer) {
        const successes = (operation) => Object.keys(operation.responses).filter((status) => status < '300');
        for (const status of successes(now))
            if (!old.responses[status])
                report(pointer, `success ${status} is new`);
        for (const status of successes(old))
            if (!now.responses[status])
                report(pointer, `success ${status} is gone`);
        for (const [status, response] of Object.entries(old.responses)) {
            if (!now.responses[status])
                continue;
            const before = resolve(released, response);
            const after = resolve(present, now.responses[status]);
            for (const header of Object.keys(before.headers ?? {})) {
                if (!after.headers?.[header])
                    report(pointer, `${status} lost the header ${header}`);
            }
            for (const [mediaType, media] of Object.entries(before.content ?? {})) {
                const next = after.content?.[mediaType];
                if (next)
                    schemas.compare(media.schema ?? {}, next.schema ?? {}, join(pointer, status, mediaType), 'received');
                else
                    report(pointer, `${status} is no longer answered as ${mediaType}`);
            }
        }
    }
}
function byName(document, operation) {
    const parameters = (operation.parameters ?? []).map((parameter) => resolve(document, parameter));
    return new Map(parameters.map((parameter) => [`${parameter.name} in ${parameter.in}`, parameter]));
}
function unique(differences) {
    return [
        ...new Map(differences.map((difference) => [`${difference.pointer} ${difference.message}`, difference])).values(),
    ];
}
