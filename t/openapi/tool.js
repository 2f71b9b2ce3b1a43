// What Perl cannot do with the description of the API.
//
//     node tool.js print FILE         the description as JSON
//     node tool.js lint FILE          what is wrong with it, a line each
//     node tool.js validate FILE      reads [{name, schema, value}, ...], where
//                                     the schema is a pointer, and prints
//                                     {faults: [...], unseen: [...]}: values
//                                     that are not of their schema, what the
//                                     schemas know and no value has
//
// NODE_PATH leads to the packages.

'use strict';

const fs = require('fs');
const path = require('path');
const core = require('@redocly/openapi-core');
const Ajv = require('ajv/dist/2020');
const formats = require('ajv-formats');

const [command, file] = process.argv.slice(2);
const commands = { print, lint, validate };

commands[command]().catch((error) => {
    console.error(error);
    process.exitCode = 2;
});

function read() {
    return core.parseYaml(fs.readFileSync(file, 'utf8'));
}

async function print() {
    console.log(JSON.stringify(read()));
}

async function lint() {
    const config = await core.loadConfig({
        configPath: path.join(path.dirname(file), 'redocly.yaml'),
    });
    const problems = await core.lint({ ref: file, config });

    for (const { severity, ruleId, message, location } of problems) {
        const { pointer } = location[0];

        console.log(`${severity}: ${pointer}: ${message} (${ruleId})`);
    }
}

async function validate() {
    const description = read();
    const cases = JSON.parse(fs.readFileSync(0, 'utf8'));
    const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });

    formats(ajv);
    ajv.addVocabulary(['components', 'paths']);
    ajv.addSchema({
        $id: 'description',
        components: description.components,
        paths: description.paths,
    });

    const compiled = {};
    const valid = (pointer, value) => {
        compiled[pointer] ??= ajv.compile({ $ref: `description${pointer}` });
        return compiled[pointer](value);
    };

    const faults = [];
    const seen = new Set();

    for (const { name, schema, value } of cases) {
        if (valid(schema, value)) {
            mark(description, schema, value, valid, seen);
        } else {
            faults.push(`${name}: ${ajv.errorsText(compiled[schema].errors)}`);
        }
    }

    const unseen = fields(description).filter((field) => !seen.has(field));

    console.log(JSON.stringify({ faults, unseen }));
}

function at(description, pointer) {
    return pointer.slice(2).split('/').reduce((value, part) =>
        value[decodeURIComponent(part).replace(/~1/g, '/')
            .replace(/~0/g, '~')], description);
}

// the fields of a valid value, by the pointers of their schemas

function mark(description, pointer, value, valid, seen) {
    const schema = at(description, pointer);
    const go = (to, part) => mark(description, to, part, valid, seen);

    if (schema.$ref) {
        go(schema.$ref, value);
    }

    (schema.oneOf ?? []).forEach((_, n) => {
        const branch = `${pointer}/oneOf/${n}`;

        if (valid(branch, value)) {
            seen.add(branch);
            go(branch, value);
        }
    });

    if (Array.isArray(value)) {
        value.forEach((element) => schema.items
            && go(`${pointer}/items`, element));

    } else if (value !== null && typeof value === 'object') {
        Object.keys(schema.properties ?? {}).forEach((name) => {
            const field = `${pointer}/properties/${name}`;

            if (name in value) {
                seen.add(field);
                go(field, value[name]);
            } else {
                seen.add(`${field} absent`);
            }
        });
    }

    (schema.enum ?? []).forEach((one, n) => {
        if (one === value) {
            seen.add(`${pointer}/enum/${n}`);
        }
    });
}

// all fields, alternatives and values that the schemas know, and that a field
// is not there, if it need not be

function fields(description) {
    const found = [];

    const walk = (value, pointer) => {
        if (value === null || typeof value !== 'object') {
            return;
        }

        Object.keys(value.properties ?? {})
            .filter((name) => !(value.required ?? []).includes(name))
            .forEach((name) =>
                found.push(`${pointer}/properties/${name} absent`));

        for (const [name, part] of Object.entries(value)) {
            const to = `${pointer}/${name}`;

            if (/\/(properties|oneOf|enum)$/.test(pointer)) {
                found.push(to);
            }

            walk(part, to);
        }
    };

    walk(description.components.schemas, '#/components/schemas');

    return found;
}
