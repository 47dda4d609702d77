import { isDeepStrictEqual } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import type { Schema } from './schema.ts'

const helpers: Record<string, string> = { 'ajv/dist/runtime/ucs2length': 'ucs2length' }

/** Where generated code imports helpers and types from. */
export type ImportPath = (what: 'ucs2length' | 'fault' | 'has-more' | 'longer' | 'validator-types') => string

/** Import paths inside this package, as seen from a folder that `up` leads out of. */
export const ownPaths =
  (up: string): ImportPath =>
  (what) =>
    `${up}${what === 'validator-types' ? 'contracts' : 'checks'}/${what}.ts`

/**
 * Self-contained source of named validators: no ajv, no eval, an ES module that both builds take. Throws when ajv asks for a
 * run-time helper that has no counterpart of ours.
 */
export function validatorCode(schemas: Readonly<Record<string, Schema>>, path: ImportPath): string {
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
    return helper
  })
  const code = withoutUnused(plainConditions(shorten(inlineParams(linked))))
  if (/= ucs2length;/.test(code)) imports.add(`import { ucs2length } from '${path('ucs2length')}';`)
  if (/\blonger\(/.test(code)) imports.add(`import { longer } from '${path('longer')}';`)
  if (/\bhasMore\(/.test(code)) imports.add(`import { hasMore } from '${path('has-more')}';`)
  if (/\bfault\(/.test(code)) imports.add(`import { fault } from '${path('fault')}';`)
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
 * it to tell a branch's faults from the union's own. What only other generated validators would read goes too. Lists of keys are not
 * made only to be counted or walked, and text is not counted that is short however it is counted. That a number is finite is
 * known where it is compared. Whether a prop is the object's own is asked only where plain objects inherit one of that name: nothing else gets this far.
 */
function shorten(code: string): string {
  const union = /keyword:"(?:anyOf|oneOf)"/.test(code)
  return withoutIfFaults(code)
    .replaceAll(
      /const (err\d+) = (\{.*\});\nif\(vErrors === null\)\{\nvErrors = \[\1\];\n\}\nelse \{\nvErrors\.push\(\1\);\n\}\nerrors\+\+;\n/g,
      (_, __, fault: string) => {
        const parts = /^\{instancePath(?::(.*?))?,schemaPath:("(?:[^"\\]|\\.)*"),keyword:("[^"]*"),params:(.*)\}$/.exec(fault)
        if (!parts) return push(fault)
        const [, at = 'instancePath', path, keyword, params] = parts
        return push(`fault(${[at, keyword, keyword === '"pattern"' ? '{}' : params, ...(union ? [path] : [])].join(', ')})`)
      },
    )
    .replaceAll(/ && func\d+\.call\(\w+, "([^"]+)"\)/g, (own, name: string) => (name in {} ? own : ''))
    .replaceAll(/ \|\| \(!\(func\d+\.call\(\w+, "([^"]+)"\)\)\)/g, (own, name: string) => (name in {} ? own : ''))
    .replaceAll(/\{comparison: ?"[<>]=", ?limit: ?/g, '{limit: ')
    .replaceAll(/ \|\| isNaN\(\w+\)| && !isNaN\(\w+\)/g, '')
    .replaceAll(/if\((func\d+)\((\w+)\) > (\d+)\)/g, 'if(longer($2, $3))')
    .replaceAll(/if\(func\d+\((\w+)\) < 1\)/g, 'if($1 === "")')
    .replaceAll(/for\(const (key\d+) of Object\.keys\((\w+)\)\)/g, 'for(const $1 in $2)')
    .replaceAll(
      /if\(Object\.keys\((\w+)\)\.length > (\d+)\)\{\n(.*\n)\}\nfor\(const (key(\d+)) in \1\)\{\n/g,
      (_, record: string, max: string, report: string, key: string, n: string) =>
        `let count${n} = 0;\nfor(const ${key} in ${record}){\nif(++count${n} === ${Number(max) + 1}){\n${report}}\n`,
    )
    .replaceAll(/if\(Object\.keys\((\w+)\)\.length > (\d+)\)/g, 'if(hasMore($1, $2))')
    .replaceAll(/const evaluated\d+ = (\w+)\.evaluated;\nif\(evaluated\d+\.dynamicProps\)\{\n.*\n\}\nif\(evaluated\d+\.dynamicItems\)\{\n.*\n\}\n/g, '')
    .replaceAll(/^\w+\.evaluated = .*;\n|^evaluated\d+\.(?:props|items) = .*;\n|^\/\*# sourceURL=.*\n/gm, '')
    .replaceAll(/new RegExp\(("(?:[^"\\]|\\.)*"), "u"\)/g, (_, source: string) => String(new RegExp(JSON.parse(source) as string, 'u')))
    .replaceAll(', parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}', '}={}')
    .replaceAll('{instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}', '{instancePath}')
    .replaceAll(/,parentData:\w+,parentDataProperty:(?:\w+|"[^"]*"),rootData,dynamicAnchors\}/g, '}')
}

/** Reports the faults of the branch of a condition that was taken, not those of the condition itself. */
function withoutIfFaults(code: string): string {
  const own =
    /if\(!(valid\d+)\)\{\nconst (err\d+) = \{.*keyword:"if",.*\};\nif\(vErrors === null\)\{\nvErrors = \[\2\];\n\}\nelse \{\nvErrors\.push\(\2\);\n\}\nerrors\+\+;\n\}\n/g
  const flags = [...code.matchAll(own)].map(([, flag = '']) => flag)
  const unused = [...new Set(flags)].map(
    (flag) => `let ${flag} = true;|(?:var (_valid\\d+) = _errs\\d+ === errors;\\n)?${flag} = _valid\\d+;|if\\(${flag}\\)\\{\\nvar props\\d+ = true;\\n\\}`,
  )
  const lines = new RegExp(`^(?:${['let ifClause\\d+;|ifClause\\d+ = "(?:then|else)";', ...unused].join('|')})\n`, 'gm')
  return withoutUnreadCounts(code.replaceAll(own, '').replaceAll(lines, ''))
}

const silentPush = String.raw`errors = \(vErrors \?\?= \[\]\)\.push\(\{\}\);\n`
const silentCheck = new RegExp(
  [
    String.raw`const (_errs\d+) = errors;\nconst (_errs\d+) = errors;\nif\(errors === \2\)\{\nif\((.*)\)\{\nlet missing\d+;\n`,
    String.raw`if\(\((\(.*\))\) && \(missing\d+ = ".*"\)\)\{\n${silentPush}\}\n\}\nelse \{\n${silentPush}\}\n\}\n`,
    String.raw`var (_valid\d+) = \2 === errors;\nerrors = \1;\nif\(vErrors !== null\)\{\nif\(\1\)\{\nvErrors\.length = \1;\n\}\nelse \{\nvErrors = null;\n\}\n\}\n`,
  ].join(''),
  'g',
)

/** Whether an object has a prop is asked by making faults and taking them back: the question alone does. */
const plainConditions = (code: string) =>
  code.replaceAll(silentCheck, (_, __, ___, object: string, missing: string, valid: string) => `var ${valid} = ${object} && !${missing};\n`)

/** Counts of faults that nothing is compared with any more. */
const withoutUnreadCounts = (code: string) =>
  code
    .split(/^(?=function )/m)
    .map((part) => part.replaceAll(/^const (_errs\d+) = errors;\n/gm, (line, name: string) => (part.split(new RegExp(`\\b${name}\\b`)).length > 2 ? line : '')))
    .join('')

/** Helpers under names of ajv's that nothing uses any more. */
const withoutUnused = (code: string) =>
  code.replaceAll(/^const (func\d+) = .*;\n/gm, (line, name: string) => (code.split(new RegExp(`\\b${name}\\b`)).length > 2 ? line : ''))

function lookUp(root: unknown, path: string): unknown {
  let value = root
  for (const [, dotted, quoted] of path.matchAll(/\.([A-Za-z_$][\w$]*)|\["?([^"\]]+)"?\]/g)) value = (value as Record<string, unknown>)[dotted ?? quoted ?? '']
  return value
}

/** Declaration beside the code. */
export const validatorTypes = (names: readonly string[], path: ImportPath) =>
  `import type { StandaloneValidator } from '${path('validator-types')}'\n\n${names.map((name) => `export declare const ${name}: StandaloneValidator\n`).join('')}`
