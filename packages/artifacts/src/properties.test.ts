import { formatPointer, type JsonValue, readPointer } from '@pf/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Leaf, type MarkedData, markedData } from './__fixtures__/marked-data.ts'
import { createArtifactCollector } from './collect/collector.ts'
import { needsRootName, parseRef } from './describe/ref.ts'
import { compileMarks, planOf } from './marking/compile-marks.ts'
import { redact } from './redact/redact.ts'

const seed = Number(process.env.PF_SEED ?? Math.floor(Math.random() * 0x7fffffff))
const runs = { seed, numRuns: Number(process.env.PF_RUNS ?? 1_000) }
const toolName = fc.constantFrom('tool', 'my.tool', 'a#2', '100% > b', '__proto__', 'x y', '<t>')

async function collectAndRedact({ schema, data }: MarkedData, tool: string) {
  const marks = compileMarks(schema)
  const collector = createArtifactCollector({ runId: 'run' })
  const collected = await collector.collect(tool, data, marks)
  const base = needsRootName(data, planOf(marks)) || collected.entries.some(({ pointer }) => pointer === '') ? ['result'] : []
  return { collector, base, payload: collector.getAll()[collected.key] ?? null, redacted: redact(data, marks, collected) }
}

/** Returns every text and number in a value, in order, with the path to it. */
function leavesOf(value: JsonValue, path: (string | number)[] = []): { path: (string | number)[]; text: string }[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => leavesOf(item, [...path, index]))
  if (typeof value === 'object' && value !== null) return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]))
  return [{ path, text: String(value) }]
}

/** True if a value contains a leaf. JSON text has no lone surrogates, but texts in memory do. */
const holds = (value: JsonValue, { token }: Leaf) =>
  leavesOf(value).some(({ text }) => text.includes(token)) || keysOf(value).some((key) => key.includes(token))
const keysOf = (value: JsonValue): string[] =>
  typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner as JsonValue)]) : []
const at = (value: JsonValue, path: readonly (string | number)[]) => readPointer(value, formatPointer(path)).value as JsonValue | undefined
const isWithin = (path: readonly (string | number)[], start: readonly (string | number)[]) => start.every((token, index) => token === path[index])
const placeholderForm =
  /^<artifact:(dict|list|str|bytes|number|bool)(( size=\d+(B|KB|MB| items)| keys=\d+| stream=[^ ]+)?| … \d+ more)( ref=[^ #.>]+(#\d+)?(\.[^ #.>]*)*)?>$/
const refOf = (text: string) => /^<artifact:.* ref=(.*)>$/.exec(text)?.[1]

describe(`properties of redaction and collection (PF_SEED=${seed})`, () => {
  it('no leaf of a marked value occurs in what the model sees, and every other does, in its order', async () => {
    const property = fc.asyncProperty(markedData, toolName, async (made, tool) => {
      const { redacted } = await collectAndRedact(made, tool)
      for (const leaf of made.leaves) if (leaf.kind === 'SECRET') expect(holds(redacted, leaf)).toBe(false)
      const shown = leavesOf(redacted).map(({ text }) => text)
      for (const text of shown) if (text.startsWith('<artifact:')) expect(text).toMatch(placeholderForm)
      const visible = made.leaves.filter(({ kind }) => kind === 'VISIBLE').map(({ token }) => token)
      const mine = new Set(visible)
      expect(shown.filter((text) => mine.has(text))).toEqual(visible)
    })
    await fc.assert(property, runs)
  }, 120_000)

  it('payload and what the model sees together lose nothing, and each marked value keeps its place', async () => {
    const property = fc.asyncProperty(markedData, toolName, async (made, tool) => {
      const { payload, redacted, base } = await collectAndRedact(made, tool)
      for (const leaf of made.leaves) {
        if (leaf.kind === 'SECRET') expect(String(at(payload, [...base, ...leaf.path]))).toBe(leaf.token)
        else if (leaf.kind === 'EITHER') expect(holds(redacted, leaf) || String(at(payload, [...base, ...leaf.path])) === leaf.token).toBe(true)
      }
    })
    await fc.assert(property, runs)
  }, 120_000)

  it('every REF leads to the very value that its placeholder stands for', async () => {
    const property = fc.asyncProperty(markedData, toolName, async (made, tool) => {
      const { redacted, collector, base } = await collectAndRedact(made, tool)
      for (const { path, text } of leavesOf(redacted)) {
        const ref = refOf(text)
        if (ref === undefined) continue
        const resolution = collector.resolve(ref)
        const location = parseRef(ref)?.path.slice(base.length) ?? []
        expect(resolution.found).toBe(true)
        if (!resolution.found) continue
        if (/ … \d+ more/.test(text)) {
          const inside = made.leaves.filter((leaf) => leaf.kind === 'SECRET' && isWithin(leaf.path.map(String), location))
          for (const leaf of inside) expect(String(at(resolution.value, leaf.path.slice(location.length)))).toBe(leaf.token)
        } else {
          expect(location).toEqual(path.map(String))
          expect(resolution.value).toEqual(at(made.data, path))
        }
      }
    })
    await fc.assert(property, runs)
  }, 120_000)

  it('what is not marked is the same object as before', async () => {
    const property = fc.asyncProperty(markedData, toolName, async (made, tool) => {
      const { redacted } = await collectAndRedact(made, tool)
      // If a list is shortened, the positions of its items change.
      if (leavesOf(redacted).some(({ text }) => / … \d+ more/.test(text))) return
      const check = (value: JsonValue, path: (string | number)[]) => {
        if (typeof value !== 'object' || value === null) return
        const hidden = made.leaves.some(({ kind, path: way }) => kind !== 'VISIBLE' && isWithin(way, path))
        const seen = at(redacted, path)
        if (typeof seen === 'string' && seen.startsWith('<artifact:')) return
        if (!hidden && !leavesOf((seen ?? null) as JsonValue).some(({ text }) => text.startsWith('<artifact:'))) expect(seen).toBe(value)
        for (const [key, inner] of Object.entries(value)) check(inner as JsonValue, [...path, Array.isArray(value) ? Number(key) : key])
      }
      if (typeof redacted === 'object') check(made.data, [])
    })
    await fc.assert(property, runs)
  }, 120_000)

  it('the schemas are of every kind', () => {
    const found = new Set<string>()
    const note = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      for (const [key, inner] of Object.entries(value)) {
        found.add(key)
        note(inner)
      }
    }
    for (const { schema } of fc.sample(markedData, { ...runs, numRuns: 1_000 })) note(schema)
    const keywords =
      'artifact stream stream_id shape media_type properties patternProperties additionalProperties unevaluatedProperties propertyNames items prefixItems additionalItems contains anyOf oneOf allOf not if then else dependentSchemas dependencies $ref $dynamicRef $anchor $dynamicAnchor $defs'
    expect(keywords.split(' ').filter((keyword) => !found.has(keyword))).toEqual([])
  })
})
