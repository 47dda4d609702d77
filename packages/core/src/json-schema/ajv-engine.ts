import type { AjvClasses, AjvInstance, AjvKeyword, AjvSettings } from './ajv-types.ts'
import { duplicateItems } from './keywords/array-keywords.ts'
import type { SchemaError } from './keywords/check-run.ts'
import type { EngineOptions } from './keywords/interpret-schema.ts'

/**
 * Compiles a schema document that `writeSchema` wrote. Creates a separate ajv instance for each schema, because two schemas may have the
 * same `$id`, and so that the instance is released together with its tool.
 */
export function compileWithAjv(
  document: Record<string, unknown>,
  Class: AjvClasses['Ajv'],
  options: EngineOptions,
): (value: unknown) => true | readonly SchemaError[] {
  const ajv = new Class(settingsOf(options)) as AjvInstance
  // Tracking evaluated properties takes time that is quadratic in the number of alternatives, and few schemas need it.
  ajv.opts.unevaluated = options.tracks
  ajv.removeKeyword('uniqueItems')
  ajv.addKeyword(uniqueItems(options.spend))
  ajv.addKeyword(visits(options))
  const validate = ajv.compile(document)
  return (value) => {
    try {
      return validate(value) === true ? true : (validate.errors ?? [])
    } finally {
      validate.errors = null
    }
  }
}

/** Returns the keyword that charges each visit. It generates a call of one shared function, because ajv takes quadratic time for compiled keywords. */
const visits = ({ visitKeyword, visit }: EngineOptions): AjvKeyword => ({
  keyword: visitKeyword,
  schemaType: 'number',
  before: '$ref',
  code: ({ gen, schema, data }) => gen.code(`${gen.scopeValue('keyword', { ref: visit })}(${Number(schema)}, ${data});`),
})

const settingsOf = ({ all, defaults, pattern }: EngineOptions): AjvSettings => ({
  allErrors: all,
  useDefaults: defaults,
  verbose: all,
  strict: false,
  strictNumbers: true,
  ownProperties: true,
  logger: false,
  meta: false,
  validateSchema: false,
  validateFormats: false,
  inlineRefs: false,
  unicodeRegExp: true,
  code: { optimize: false, regExp: Object.assign((source: string) => patternTester(source, pattern(source)), { code: 'linearRegExp' }) },
})

/** ajv treats two patterns as equal if their `toString` returns the same text. */
const patternTester = (source: string, test: (text: string) => boolean) => ({ test, toString: () => `/${source}/u` })

/** Replaces the keyword of ajv, which compares every item with every other one, by a comparison of canonical texts. */
function uniqueItems(spend: EngineOptions['spend']): AjvKeyword {
  return {
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    errors: true,
    compile: (isWanted: boolean) => {
      const check = (value: unknown): boolean => {
        const fault = isWanted ? duplicateItems(value as unknown[], spend) : undefined
        if (fault) Object.assign(check, { errors: [{ keyword: 'uniqueItems', ...fault }] })
        return fault === undefined
      }
      return check
    },
  }
}
