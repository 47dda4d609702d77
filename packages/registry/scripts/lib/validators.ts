import { isDeepStrictEqual } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import type { Schema } from './schema.ts'

const helpers: Record<string, { name: string; path: string }> = {
  'ajv/dist/runtime/ucs2length': { name: 'ucs2length', path: 'validate/ucs2length.ts' },
}

/**
 * Self-contained source of named validators: no ajv, no eval, an ES module that both builds take. `up` leads from its folder to
 * src. Throws when ajv asks for a run-time helper that has no counterpart of ours.
 */
export function validatorCode(schemas: Readonly<Record<string, Schema>>, up: string): string {
  const ajv = new Ajv2020({
    schemas: Object.entries(schemas).map(([name, schema]) => ({ ...schema, $id: name })),
    code: { source: true, esm: true, lines: true },
    allErrors: true,
    inlineRefs: false,
    ownProperties: true,
    messages: false,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
  })
  const raw = standalone(ajv, Object.fromEntries(Object.keys(schemas).map((name) => [name, name])))
  const imports = new Set<string>()
  const linked = raw.replace('"use strict";\n', '').replaceAll(/require\("([^"]+)"\)\.default/g, (_, id: string) => {
    const helper = helpers[id]
    if (!helper) throw new Error(`ajv wants ${id} at run time: add a counterpart to validators.ts`)
    imports.add(`import { ${helper.name} } from '${up}${helper.path}';`)
    return helper.name
  })
  const code = shorten(inlineParams(linked))
  if (/\bfault\(/.test(code)) imports.add(`import { fault } from '${up}validate/fault.ts';`)
  if (/\brequire\(|\beval\b|new Function/.test(code)) throw new Error('a validator needs code at run time')
  if (/\bevaluated\d/.test(code)) throw new Error('a validator keeps track of evaluated props')
  return `${[...imports, code.trim()].join('\n')}\n`
}

/** Props on the wire and props still arriving: where they differ by the required props only, one check is built on the other. */
export function viewSchemas(full: Schema, relaxed: Schema): { full: Schema; relaxed: Schema } {
  const { required = [], ...rest } = full
  return isDeepStrictEqual(rest, relaxed) ? { full: { required, $ref: 'relaxed' }, relaxed } : { full, relaxed }
}

/** Error parameters point into an embedded copy of the schema; the few values they need are written out instead. */
function inlineParams(code: string): string {
  const constants = new Map<string, unknown>()
  for (const [, name, text] of code.matchAll(/^const (schema\d+) = (\{.*\});$/gm)) if (name && text) constants.set(name, JSON.parse(text))
  const keys: string[] = []
  const hoisted = code.replaceAll(
    /func\d+\.call\((schema\d+)((?:\.[A-Za-z_$][\w$]*|\["[^"]+"\])+), (key\d+)\)/g,
    (_, name: string, path: string, key: string) => {
      const names = Object.keys(lookUp(constants.get(name), path) as object)
      return `names${keys.push(`const names${keys.length} = new Set(${JSON.stringify(names)});`) - 1}.has(${key})`
    },
  )
  let result = hoisted.replaceAll(/\b(schema\d+)((?:\.[A-Za-z_$][\w$]*|\["[^"]+"\]|\[\d+\])+)/g, (_, name: string, path: string) => {
    const value = lookUp(constants.get(name), path)
    if (value === undefined) throw new Error(`no value at ${name}${path}`)
    return JSON.stringify(value)
  })
  for (const name of constants.keys()) {
    result = result.replace(new RegExp(`^const ${name} = \\{.*\\};\n`, 'm'), '')
    if (new RegExp(`\\b${name}\\b`).test(result)) throw new Error(`${name} is still used`)
  }
  return [...keys, result].join('\n')
}

const push = (text: string) => `errors = (vErrors ??= []).push(${text});\n`

/**
 * ajv writes eight lines and long objects for each fault; one call does. The path into the schema is kept only where unions need
 * it to tell a branch's faults from the union's own. What only other generated validators would read goes too.
 */
function shorten(code: string): string {
  const union = /keyword:"(?:anyOf|oneOf)"/.test(code)
  return code
    .replaceAll(
      /const (err\d+) = (\{.*\});\nif\(vErrors === null\)\{\nvErrors = \[\1\];\n\}\nelse \{\nvErrors\.push\(\1\);\n\}\nerrors\+\+;\n/g,
      (_, __, fault: string) => {
        const parts = /^\{instancePath(?::(.*?))?,schemaPath:("(?:[^"\\]|\\.)*"),keyword:("[^"]*"),params:(.*)\}$/.exec(fault)
        if (!parts) return push(fault)
        const [, at = 'instancePath', path, keyword, params] = parts
        return push(`fault(${[at, keyword, keyword === '"pattern"' ? '{}' : params, ...(union ? [path] : [])].join(', ')})`)
      },
    )
    .replaceAll(/const evaluated\d+ = (\w+)\.evaluated;\nif\(evaluated\d+\.dynamicProps\)\{\n.*\n\}\nif\(evaluated\d+\.dynamicItems\)\{\n.*\n\}\n/g, '')
    .replaceAll(/^\w+\.evaluated = .*;\n|^evaluated\d+\.(?:props|items) = .*;\n|^\/\*# sourceURL=.*\n/gm, '')
    .replaceAll(/new RegExp\(("(?:[^"\\]|\\.)*"), "u"\)/g, (_, source: string) => String(new RegExp(JSON.parse(source) as string, 'u')))
    .replaceAll(', parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}', '}={}')
    .replaceAll('{instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}', '{instancePath}')
    .replaceAll(/,parentData:\w+,parentDataProperty:(?:\w+|"[^"]*"),rootData,dynamicAnchors\}/g, '}')
}

function lookUp(root: unknown, path: string): unknown {
  let value = root
  for (const [, dotted, quoted] of path.matchAll(/\.([A-Za-z_$][\w$]*)|\["?([^"\]]+)"?\]/g)) value = (value as Record<string, unknown>)[dotted ?? quoted ?? '']
  return value
}

/** Declaration beside the code. */
export const validatorTypes = (names: readonly string[], up: string) =>
  `import type { StandaloneValidator } from '${up}validate/validator-types.ts'\n\n${names.map((name) => `export declare const ${name}: StandaloneValidator\n`).join('')}`
