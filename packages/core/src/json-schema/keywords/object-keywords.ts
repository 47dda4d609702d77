import { acceptsAll, describedNames, hasProperty, type KeywordSite, type Rule } from './check-run.ts'
import { type CreateRule, countLimits, type RuleTable } from './value-keywords.ts'

type Properties = Readonly<Record<string, unknown>>

const mapOf = ({ schema, keyword }: KeywordSite) => schema[keyword] as Readonly<Record<string, unknown>>

const required: CreateRule<Properties> = (site) => {
  const names = site.schema.required as readonly string[]
  return everyPart(site, {
    parts: () => names,
    fits: (name, value, run) => hasProperty(value, name) || run.fail(site, { missingProperty: name }, `must have required property '${name}'`),
  })
}

interface EachPart<Part> {
  parts(value: Properties, own: Parameters<Rule>[2]): Iterable<Part>
  fits(part: Part, value: Properties, run: Parameters<Rule>[1], own: Parameters<Rule>[2]): boolean
}

/** Creates a rule that checks one part after the other, to the first fault or to the end. */
function everyPart<Part>({ all }: KeywordSite, { parts, fits }: EachPart<Part>): Rule<Properties> {
  return (value, run, own) => {
    let isValid = true
    for (const part of parts(value, own)) {
      if (fits(part, value, run, own)) continue
      if (!all) return false
      isValid = false
    }
    return isValid
  }
}

const propertyNames: CreateRule<Properties> = (site) => {
  const schema = site.schema.propertyNames
  if (acceptsAll(schema)) return undefined
  const check = site.compile(schema, 'alternative')
  return everyPart(site, {
    parts: (value) => Object.keys(value),
    fits: (name, _value, run) => check(name, run) || run.fail(site, { propertyName: name }, 'property name must be valid'),
  })
}

const additionalProperties: CreateRule<Properties> = (site) => {
  const schema = site.schema.additionalProperties
  const examineAll: Rule<Properties> = (_value, _run, own) => {
    if (own) own.names = undefined
    return true
  }
  if (acceptsAll(schema)) return examineAll
  const described = new Set(describedNames(site.schema.properties))
  const patterns = describedNames(site.schema.patternProperties).map(site.pattern)
  const check = site.compile(schema)
  const everyOther = everyPart(site, {
    parts: (value) => Object.keys(value),
    fits: (name, value, run) => {
      if (described.has(name) || patterns.some((test) => test(name))) return true
      if (schema === false) return run.fail(site, { additionalProperty: name }, 'must NOT have additional properties')
      return run.part(check, value[name], name)
    },
  })
  return (value, run, own) => examineAll(value, run, own) && everyOther(value, run, own)
}

const properties: CreateRule<Properties> = (site) => {
  const map = mapOf(site)
  const names = describedNames(map)
  const checks = names.filter((name) => !acceptsAll(map[name])).map((name) => ({ name, check: site.compile(map[name]) }))
  // Not made by `everyPart`, because most schemas spend most of their time here.
  return (value, run, own) => {
    own?.addNames(names)
    let isValid = true
    for (const { name, check } of checks) {
      if (!hasProperty(value, name) || run.part(check, value[name], name)) continue
      if (!site.all) return false
      isValid = false
    }
    return isValid
  }
}

const patternProperties: CreateRule<Properties> = (site) => {
  const map = mapOf(site)
  const rules = describedNames(map).map((source) => {
    const test = site.pattern(source)
    const check = acceptsAll(map[source]) ? undefined : site.compile(map[source])
    return everyPart(site, {
      parts: (value) => Object.keys(value),
      fits: (name, value, run, own) => {
        if (!test(name)) return true
        own?.addNames([name])
        return !check || run.part(check, value[name], name)
      },
    })
  })
  return everyPart(site, { parts: () => rules, fits: (rule, value, run, own) => rule(value, run, own) })
}

/** Creates the rule of a keyword with lists of names: all of a list are required if the property that names it is present. */
function requireTogether(site: KeywordSite, lists: readonly (readonly [property: string, names: readonly string[]])[]): Rule<Properties> {
  return everyPart(site, {
    parts: function* (value) {
      for (const [property, names] of lists) {
        if (!hasProperty(value, property)) continue
        const missing = names.filter((name) => !hasProperty(value, name))
        for (const name of missing) yield { property, names, missingProperty: name }
      }
    },
    fits: ({ property, names, missingProperty }, _value, run) => {
      const deps = names.join(', ')
      const message = `must have ${names.length === 1 ? 'property' : 'properties'} ${deps} when property ${property} is present`
      return run.fail(site, { property, missingProperty, depsCount: names.length, deps }, message)
    },
  })
}

/** Creates the rule of a keyword with schemas: the value has to fit a schema if the property that names it is present. */
function applyTogether(site: KeywordSite, schemas: readonly (readonly [property: string, schema: unknown])[]): Rule<Properties> {
  const checks = schemas.filter(([, schema]) => !acceptsAll(schema)).map(([property, schema]) => ({ property, check: site.compile(schema) }))
  return everyPart(site, {
    parts: () => checks,
    fits: ({ property, check }, value, run, own) => !hasProperty(value, property) || check(value, run, own),
  })
}

const dependencies: CreateRule<Properties> = (site) => {
  const map = mapOf(site)
  const names = describedNames(map)
  const isList = (name: string) => Array.isArray(map[name])
  const lists = requireTogether(
    site,
    names.filter(isList).map((name) => [name, map[name] as string[]]),
  )
  const schemas = applyTogether(
    site,
    names.filter((name) => !isList(name)).map((name) => [name, map[name]]),
  )
  return (value, run, own) => {
    const isValid = lists(value, run, own)
    return (isValid || site.all) && schemas(value, run, own) && isValid
  }
}

const unevaluatedProperties: CreateRule<Properties> = (site) => {
  const schema = site.schema.unevaluatedProperties
  const check = site.compile(schema)
  const everyOther = everyPart(site, {
    parts: (value, own) => (own?.names ? Object.keys(value).filter((name) => !own.names?.has(name)) : []),
    fits: (name, value, run) =>
      schema === false ? run.fail(site, { unevaluatedProperty: name }, 'must NOT have unevaluated properties') : run.part(check, value[name], name),
  })
  return (value, run, own) => {
    const isValid = everyOther(value, run, own)
    if (own) own.names = undefined
    return isValid
  }
}

/** Rules for objects. */
export function objectRules(): RuleTable<Properties> {
  const counts = countLimits<Properties>('properties', (value) => Object.keys(value).length)
  return [
    ['maxProperties', counts.most],
    ['minProperties', counts.least],
    ['required', required],
    ['propertyNames', propertyNames],
    ['additionalProperties', additionalProperties],
    ['dependencies', dependencies],
    ['properties', properties],
    ['patternProperties', patternProperties],
    ['dependentRequired', (site) => requireTogether(site, Object.entries(mapOf(site)) as [string, string[]][])],
    ['dependentSchemas', (site) => applyTogether(site, Object.entries(mapOf(site)))],
    ['unevaluatedProperties', unevaluatedProperties],
  ]
}
