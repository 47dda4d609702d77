import { embedSchema } from '../action/prompt/embed-schema.ts'

/** A schema that is intended to make compilation expensive, and values that are intended to make its check expensive. */
export interface SchemaBomb {
  name: string
  schema: object
  values: unknown[]
}

type Schema = Record<string, unknown>

/** Returns a schema of an object whose property `a` has this schema. A schema that is too deep to be embedded contains no references and is used directly. */
export function asProperty(schema: object): { type: 'object'; properties: { a: object } } {
  try {
    return { type: 'object', properties: { a: embedSchema(schema, '#/properties/a').schema as object } }
  } catch {
    return { type: 'object', properties: { a: schema } }
  }
}

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index))
const named = <T>(count: number, make: (index: number) => T): Record<string, T> => Object.fromEntries(times(count, (index) => [`p${index}`, make(index)]))

/** Returns a value nested in this number of arrays, or of objects with the properties a and b. */
export const nestedArrays = (levels: number): unknown => times(levels, () => 0).reduce<unknown>((inner) => [inner], 'x')
const nestedObjects = (levels: number): unknown => times(levels, () => 0).reduce<unknown>((inner) => ({ a: inner, b: 1 }), 'x')
const wide = (count: number, item: unknown): unknown[] => times(count, () => item)

/** Keywords that use a schema twice, with a value that both uses check. */
const doublings: Readonly<Record<string, (use: () => Schema) => Schema>> = {
  allOf: (use) => ({ allOf: [use(), use()] }),
  anyOf: (use) => ({ anyOf: [use(), use()] }),
  oneOf: (use) => ({ oneOf: [use(), use()] }),
  not: (use) => ({ not: { anyOf: [{ not: use() }, { not: use() }] } }),
  if: (use) => Object.fromEntries(['if', 'then', 'else'].map((keyword) => [keyword, use()])),
  dependentSchemas: (use) => ({ dependentSchemas: { a: use(), b: use() } }),
  dependencies: (use) => ({ dependencies: { a: use(), b: use() } }),
  properties: (use) => ({ properties: { a: use() }, patternProperties: { '^a': use() } }),
  additionalProperties: (use) => ({ allOf: [{ additionalProperties: use() }, { additionalProperties: use() }] }),
  items: (use) => ({ allOf: [{ items: use() }, { items: use() }] }),
  prefixItems: (use) => ({ allOf: [{ prefixItems: [use()] }, { prefixItems: [use()] }] }),
  contains: (use) => ({ contains: use(), items: use() }),
  unevaluatedProperties: (use) => ({ allOf: [{ unevaluatedProperties: use() }, { unevaluatedProperties: use() }] }),
  unevaluatedItems: (use) => ({ allOf: [{ unevaluatedItems: use() }, { unevaluatedItems: use() }] }),
  propertyNames: (use) => ({ propertyNames: use(), anyOf: [use(), use()] }),
}

/** Ways to refer to the schema of the next lower level. */
const references: Readonly<Record<string, { refer(level: number): Schema; name(level: number): Schema; home: string }>> = {
  $ref: { refer: (level) => ({ $ref: `#/$defs/d${level}` }), name: () => ({}), home: '$defs' },
  definitions: { refer: (level) => ({ $ref: `#/definitions/d${level}` }), name: () => ({}), home: 'definitions' },
  escaped: { refer: (level) => ({ $ref: `#/%24defs/d${level}` }), name: () => ({}), home: '$defs' },
  $anchor: { refer: (level) => ({ $ref: `#a${level}` }), name: (level) => ({ $anchor: `a${level}` }), home: '$defs' },
  $dynamicRef: { refer: (level) => ({ $dynamicRef: `#a${level}` }), name: (level) => ({ $dynamicAnchor: `a${level}` }), home: '$defs' },
  $id: { refer: (level) => ({ $ref: `level${level}` }), name: (level) => ({ $id: `level${level}` }), home: '$defs' },
}

const values = [1, 'x', {}, { a: 1, b: 1 }, nestedArrays(30), nestedObjects(30)]

function fan(double: (use: () => Schema) => Schema, reference: keyof typeof references, levels: number): Schema {
  const { refer, name, home } = references[reference] ?? references.$ref ?? { refer: () => ({}), name: () => ({}), home: '$defs' }
  const levelsOf = times(levels, (level) => [`d${level}`, { ...name(level), ...(level === 0 ? { type: 'string' } : double(() => refer(level - 1))) }])
  return { [home]: Object.fromEntries(levelsOf), ...refer(levels - 1) }
}

const fans = (): SchemaBomb[] =>
  Object.entries(doublings).flatMap(([keyword, double]) =>
    Object.keys(references).map((reference) => ({ name: `a fan of ${keyword} through ${reference}`, schema: fan(double, reference, 26), values })),
  )

/** The same keywords with a reference to the schema itself, whose expansion depends on the value. */
const recursions = (): SchemaBomb[] =>
  Object.entries(doublings).flatMap(([keyword, double]) =>
    ['#', '#/$defs/d'].map((to) => {
      const schema = double(() => ({ $ref: to }))
      return {
        name: `${keyword} of ${to} itself`,
        schema: to === '#' ? schema : { $defs: { d: schema }, $ref: to },
        values: [...values, nestedArrays(900), nestedObjects(900)],
      }
    }),
  )

const patterns = ['^(a|a)*$', '^((a+))+$', '^(a+)+$', '\\s+$', '(x+x+)+y', '^(?:a?){200}a{200}$', '(.*)*,', '^(([a-z])+.)+[A-Z]([a-z])+$']
const texts = [`${'a'.repeat(120_000)}!`, `${' '.repeat(120_000)}x`, 'x'.repeat(120_000)]

const patternBombs = (): SchemaBomb[] =>
  patterns.flatMap((pattern) => [
    { name: `the pattern ${pattern}`, schema: { pattern }, values: texts },
    { name: `the pattern ${pattern} for items`, schema: { items: { pattern } }, values: [wide(3_000, 'a'.repeat(60))] },
    {
      name: `the pattern ${pattern} for names`,
      schema: { patternProperties: { [pattern]: { type: 'string' } } },
      values: texts.map((text) => ({ [text]: 1 })),
    },
    {
      name: `the pattern ${pattern} for further names`,
      schema: { patternProperties: { [pattern]: true }, additionalProperties: false },
      values: texts.map((text) => ({ [text]: 1 })),
    },
    { name: `the pattern ${pattern} in propertyNames`, schema: { propertyNames: { pattern } }, values: texts.map((text) => ({ [text]: 1 })) },
  ])

const large = (): SchemaBomb[] => [
  { name: 'unique items', schema: { uniqueItems: true }, values: [times(12_000, (id) => ({ id, text: 'some text' })), wide(2, nestedArrays(900))] },
  {
    name: 'unique items in nested arrays',
    schema: { uniqueItems: true, items: { $ref: '#' } },
    values: [times(300, (row) => times(100, (at) => [row, at])), nestedArrays(900)],
  },
  { name: 'an enumeration of objects', schema: { items: { enum: times(5_000, (at) => ({ a: { b: at } })) } }, values: [wide(20_000, { a: { b: 4_999 } })] },
  { name: 'an enumeration of texts', schema: { items: { enum: times(15_000, (at) => `some text ${at}`) } }, values: [wide(50_000, 'some text 14999')] },
  {
    name: 'a large constant',
    schema: { items: { const: times(15_000, (at) => at) } },
    values: [
      wide(
        3_000,
        times(15, (at) => at),
      ),
    ],
  },
  { name: 'required names', schema: { items: { required: times(15_000, (at) => `p${at}`) } }, values: [wide(60_000, {}), {}] },
  { name: 'dependent names', schema: { items: { dependentRequired: named(150, () => times(100, (at) => `p${at}`)) } }, values: [wide(20_000, { p0: 1 })] },
  { name: 'properties of each item', schema: { items: { properties: named(690, () => ({ type: 'string' })) } }, values: [wide(60_000, {})] },
  { name: 'alternatives', schema: { anyOf: times(5_000, (at) => ({ required: [`p${at}`] })) }, values: [{}] },
  { name: 'alternatives for each item', schema: { items: { anyOf: times(200, (at) => ({ const: at })) } }, values: [wide(60_000, 199), wide(60_000, -1)] },
  {
    name: 'alternatives that refer',
    schema: { $defs: named(190, (at) => ({ const: at })), items: { anyOf: times(190, (at) => ({ $ref: `#/$defs/p${at}` })) } },
    values: [wide(60_000, 189)],
  },
  { name: 'length limits', schema: { allOf: times(150, (at) => ({ maxLength: 1_000_000 + at })) }, values: ['x'.repeat(500_000)] },
  { name: 'contains', schema: { contains: { const: 1 } }, values: [wide(100_000, 2)] },
  { name: 'contains that refers', schema: { $defs: { a: { required: ['a'] } }, contains: { $ref: '#/$defs/a' } }, values: [wide(60_000, {})] },
  { name: 'contains inside of contains', schema: { contains: { contains: { contains: { const: 1 } } } }, values: [wide(60, wide(60, wide(60, 2)))] },
  {
    name: 'names of properties',
    schema: { propertyNames: { maxLength: 3, pattern: '^(a|a)*$' } },
    values: [Object.fromEntries(times(50_000, (at) => [`aaaaaaaa${at}`, 1]))],
  },
  {
    name: 'patterns for each name',
    schema: { patternProperties: Object.fromEntries(times(90, (at) => [`^(a|a)*${at}$`, true])), additionalProperties: false },
    values: [Object.fromEntries(times(20_000, (at) => [`a${at}`, 1]))],
  },
  { name: 'a pattern that is too large', schema: { pattern: `^${'(a{1,30})'.repeat(400)}$` }, values: [texts[0]] },
  { name: 'patterns that are too many', schema: { properties: named(600, (at) => ({ pattern: `^(a|b){1,200}${at}$` })) }, values: [{}] },
  {
    name: 'unevaluated properties',
    schema: { unevaluatedProperties: false, allOf: times(180, (at) => ({ properties: { [`p${at}`]: true } })) },
    values: [named(20_000, () => 1)],
  },
  { name: 'levels', schema: JSON.parse(`${'{"not":'.repeat(500)}{}${'}'.repeat(500)}`) as object, values: [1] },
  { name: 'levels inside of the limit', schema: times(60, () => 0).reduce<object>((inner) => ({ not: inner }), {}), values: [1] },
  { name: 'many schemas', schema: { properties: named(690, (at) => ({ type: 'string', minLength: at })) }, values: [named(690, () => 'x')] },
  {
    name: 'many schemas and patterns',
    schema: {
      properties: named(590, () => ({ type: 'string', maxLength: 5 })),
      patternProperties: Object.fromEntries(times(99, (at) => [`^(a|b)*${at}`, { type: 'string' }])),
    },
    values: [named(20_000, () => 'x')],
  },
  {
    name: 'an enumeration of long texts',
    schema: { items: { enum: times(100, (at) => `${'x'.repeat(3_900)}${at}`) } },
    values: [wide(1_500, `${'x'.repeat(3_900)}99`)],
  },
  {
    name: 'alternatives that are objects',
    schema: { items: { oneOf: times(190, (at) => ({ type: 'object', properties: { k: { const: at } }, required: ['k'] })) } },
    values: [wide(20_000, { k: 189 }), wide(20_000, { k: -1 })],
  },
  {
    name: 'unevaluated properties of alternatives',
    schema: { anyOf: times(190, (at) => ({ properties: { [`q${at}`]: { type: 'string' } }, required: [`q${at}`] })), unevaluatedProperties: false },
    values: [named(20_000, () => 1), { q5: 'x' }],
  },
  {
    name: 'conditions in conditions',
    schema: times(58, () => 0).reduce<object>((then) => ({ if: { required: ['a'] }, then, else: { required: ['b'] } }), { type: 'string' }),
    values: [{ a: 1 }, 'x'],
  },
  {
    name: 'a deep constant',
    schema: { items: { const: times(50, () => 0).reduce<unknown>((a) => ({ a }), 1) } },
    values: [
      wide(
        20_000,
        times(50, () => 0).reduce<unknown>((a) => ({ a }), 2),
      ),
    ],
  },
  { name: 'a pattern in a tuple', schema: { prefixItems: times(690, () => ({ type: 'string', pattern: '^(a?){20}$' })) }, values: [wide(690, 'a'.repeat(50))] },
  { name: 'contains with a pattern', schema: { contains: { pattern: '^(a|a)*$' }, minContains: 90_000 }, values: [wide(100_000, 'aaaa!')] },
  {
    name: 'a pattern in alternatives',
    schema: times(5, () => 0).reduce<object>((a) => ({ anyOf: [a, a, a, a] }), { pattern: '^(a|a)*$' }),
    values: [texts[0]],
  },
  { name: 'lengths of pairs of surrogates', schema: { allOf: times(100, (at) => ({ minLength: at })) }, values: ['😀'.repeat(400_000)] },
  { name: 'names of an enumeration', schema: { propertyNames: { enum: times(15_000, (at) => `n${at}`) } }, values: [named(20_000, () => 1)] },
  { name: 'multiples of a tiny number', schema: { items: { multipleOf: 1e-300 } }, values: [wide(100_000, 1e300)] },
  {
    name: 'the names of one schema',
    schema: {
      $defs: { abcdefghij: { properties: named(100, () => ({ type: 'string' })) } },
      properties: named(300, (at) => ({ $ref: `#/$defs/${escapedName(at)}` })),
    },
    values: [named(300, () => ({}))],
  },
  {
    name: 'a long chain',
    schema: { $defs: named(600, (at) => ({ items: { $ref: `#/$defs/p${Math.min(at + 1, 599)}` } })), $ref: '#/$defs/p0' },
    values: [nestedArrays(900)],
  },
  { name: 'a deep value', schema: { items: { $ref: '#' } }, values: [nestedArrays(1_500)] },
  { name: 'a schema that is asynchronous', schema: { $async: true, required: ['a'] }, values: [{}] },
  { name: 'defaults', schema: { items: { properties: named(300, () => ({ default: times(20, (at) => at) })) } }, values: [wide(10_000, {})] },
]

/** One name, escaped in 1,024 different ways. */
const escapedName = (at: number) => [...'abcdefghij'].map((char, bit) => ((at >> bit) & 1 ? `%${char.charCodeAt(0).toString(16)}` : char)).join('')

/** Schemas that refer to themselves for the same value. */
export const cycles: readonly Schema[] = [
  { $ref: '#' },
  { allOf: [{ $ref: '#' }] },
  { properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { $ref: '#/$defs/b' }, b: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/a' }] } } },
  { if: { not: { $ref: '#' } } },
  { dependentSchemas: { a: { $ref: '#' } } },
  { $dynamicAnchor: 'a', oneOf: [{ $dynamicRef: '#a' }] },
  { items: { $anchor: 'a', $ref: '#a' } },
]

/** Returns all schema bombs: fans, recursions, patterns, and large schemas and values. */
export const schemaBombs = (): SchemaBomb[] => [...fans(), ...recursions(), ...patternBombs(), ...large()]

/** Typical schemas of tools, with a valid and an invalid value. */
export const ordinarySchemas: readonly { name: string; schema: object; good: unknown; bad: unknown }[] = [
  {
    name: '500 properties',
    schema: { type: 'object', properties: named(500, () => ({ type: 'string', description: 'A text.' })), required: ['p1'], additionalProperties: false },
    good: named(500, () => 'x'),
    bad: { p1: 1 },
  },
  {
    name: 'optional properties of pydantic',
    schema: { type: 'object', properties: named(200, () => ({ anyOf: [{ type: 'string' }, { type: 'null' }], default: null, title: 'P' })), title: 'Args' },
    good: named(200, (at) => (at % 2 ? null : 'x')),
    bad: { p3: 3 },
  },
  {
    name: 'a tool that creates an issue',
    schema: {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: {
        owner: { type: 'string', description: 'Repository owner' },
        repo: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,100}$' },
        title: { type: 'string', minLength: 1 },
        labels: { type: 'array', items: { type: 'string' }, uniqueItems: true },
        assignees: { type: 'array', items: { type: 'string' }, maxItems: 10 },
        state: { enum: ['open', 'closed'] },
        milestone: { type: ['integer', 'null'], minimum: 1 },
      },
      required: ['owner', 'repo', 'title'],
      additionalProperties: false,
    },
    good: { owner: 'a', repo: 'b.c', title: 'x', labels: ['one', 'two'], milestone: null },
    bad: { owner: 'a', repo: 'b c', title: 'x' },
  },
  {
    name: 'a tree',
    schema: {
      $defs: {
        node: { type: 'object', properties: { value: { type: 'number' }, children: { type: 'array', items: { $ref: '#/$defs/node' } } }, required: ['value'] },
      },
      $ref: '#/$defs/node',
    },
    good: times(40, () => 0).reduce<object>((inner) => ({ value: 1, children: [inner, { value: 2, children: [] }] }), { value: 0 }),
    bad: { value: 1, children: [{ value: 2, children: [{ value: 'x' }] }] },
  },
  {
    name: 'any JSON, 2,000 rows of it',
    schema: {
      $defs: {
        json: {
          anyOf: [
            { type: ['string', 'number', 'boolean', 'null'] },
            { type: 'array', items: { $ref: '#/$defs/json' } },
            { type: 'object', additionalProperties: { $ref: '#/$defs/json' } },
          ],
        },
      },
      type: 'array',
      items: { $ref: '#/$defs/json' },
    },
    good: times(2_000, (id) => ({ id, name: `name ${id}`, tags: ['a', 'b'], more: { deep: [null, { x: true }] } })),
    bad: {},
  },
  {
    name: 'blocks of a page, distinguished by their type',
    schema: {
      $defs: {
        text: {
          type: 'object',
          properties: {
            content: { type: 'string', maxLength: 2_000 },
            link: { anyOf: [{ type: 'null' }, { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] }] },
          },
          required: ['content'],
        },
        block: {
          oneOf: times(30, (at) => ({
            type: 'object',
            properties: {
              type: { const: `kind${at}` },
              text: { type: 'array', items: { $ref: '#/$defs/text' } },
              children: { type: 'array', items: { $ref: '#/$defs/block' } },
            },
            required: ['type'],
          })),
        },
      },
      type: 'object',
      properties: { children: { type: 'array', items: { $ref: '#/$defs/block' } } },
      required: ['children'],
    },
    good: { children: times(50, (at) => ({ type: `kind${at % 30}`, text: [{ content: 'x', link: null }], children: [{ type: 'kind1' }] })) },
    bad: { children: [{ type: 'kind1' }, { type: 'kind99' }] },
  },
  {
    name: 'a table of 5,000 rows',
    schema: {
      type: 'object',
      properties: {
        rows: {
          type: 'array',
          items: {
            type: 'object',
            properties: { id: { type: 'integer' }, name: { type: 'string' } },
            required: ['id'],
            additionalProperties: { type: ['string', 'number', 'null'] },
          },
        },
      },
    },
    good: { rows: times(5_000, (id) => ({ id, name: `name ${id}`, more: null })) },
    bad: { rows: [{ name: 'x' }] },
  },
]
