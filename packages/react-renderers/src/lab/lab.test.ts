import { readFileSync } from 'node:fs'
import type { CatalogComponent, JsonObject } from '@pf/core'
import { createPolicy } from '@pf/registry'
import { builtInComponents } from '@pf/registry/browser'
import { describe, expect, it } from 'vitest'
import { createComponentKitStore } from '../kits/component-kit-store.ts'
import { registryRules } from '../kits/registry-rules.ts'
import { play } from '../test-support/play.ts'
import { chunk, logOf, started } from '../test-support/run-log.ts'
import { searchCatalog } from './catalog-list.tsx'
import { checkPayload, readText } from './check-payload.ts'
import { lastArtifact, payloadSize } from './lab-workbench.tsx'
import { propRows } from './prop-rows.ts'
import { createStreamPlayback } from './use-preview-state.ts'

const policy = createPolicy({ renderers: [...builtInComponents] })
const kits = createComponentKitStore()
await kits.load(['metric', 'grid', 'form', 'datagrid'])
const rules = { components: kits.components, policy }

/** Returns the faults in a text, with the selected range. */
function faults(text: string) {
  const { payload, issues } = readText(text)
  return [...issues, ...(payload ? checkPayload(text, payload, rules) : [])].map(({ message, range, line, column }) => [
    message,
    text.slice(range.start, range.end),
    `${line}:${column}`,
  ])
}

const metric = (props: object) => JSON.stringify({ component: 'metric', props }, undefined, 2)

describe('faults of a payload', () => {
  it('[003-fe-14] stand at the value that is wrong, nested ones too', () => {
    expect(faults(metric({ value: 1, label: 'Users' }))).toEqual([])
    expect(faults(metric({ value: true, label: 'Users' }))).toEqual([[expect.stringMatching(/^expected .*number.*, received boolean true/), 'true', '4:14']])
    const nested = { component: 'grid', props: { items: [{ component: 'metric', props: { value: 1, label: 2 } }] } }
    expect(faults(JSON.stringify(nested))).toEqual([[expect.stringContaining('expected string'), '2', '1:88']])
    expect(faults(metric({ value: 1 }))[0]?.[1]).toBe('{')
    expect(faults(metric({ value: 1, label: 'x', colour: 'red' }))[0]).toEqual([expect.any(String), '"red"', '6:15'])
  })

  it('name the place where a text stops being JSON', () => {
    expect(faults('{\n  "component": "metric",\n  "props": {,}\n}')).toEqual([['Invalid JSON: expected a name in double quotes.', ',', '3:13']])
    expect(faults('')).toEqual([['Invalid JSON: expected a value.', '', '1:1']])
  })

  it('are of form before they are of the schema', () => {
    expect(faults('[]')).toEqual([['expected an object with component and props', '[', '1:1']])
    expect(faults('{"component": 1, "props": [], "style": {}}').map(([, range]) => range)).toEqual(['1', '[]', '{}'])
    expect(faults('{"component": "constructor", "props": {}}')).toEqual([[expect.any(String), '"constructor"', '1:15']])
    expect(faults('{"component": "form", "props": {"fields": [{"name": "a", "type": "text"}]}}')).toEqual([])
  })
})

describe('the catalogue', () => {
  const registry = JSON.parse(readFileSync(new URL('../../../registry/registry.json', import.meta.url), 'utf8')) as {
    components: (Omit<CatalogComponent, 'props_schema'> & { propsSchema: JsonObject })[]
  }
  const components = Object.values(registry.components).map(({ propsSchema, ...rest }) => ({ ...rest, props_schema: propsSchema }))

  it('is searched by name, tag, category and description, every word', () => {
    expect(searchCatalog(components, '').flatMap((group) => group.components)).toHaveLength(21)
    expect(searchCatalog(components, 'KPI').flatMap((group) => group.components.map(({ name }) => name))).toContain('metric')
    expect(searchCatalog(components, 'interactive form').map(({ category }) => category)).toEqual(['interactive'])
    expect(searchCatalog(components, 'no such thing')).toEqual([])
  })

  it('[003-fe-13] tells every prop with type, need, bounds and words, nested and recursive ones too', () => {
    const rows = (name: string) => new Map(propRows(components.find((one) => one.name === name)?.props_schema).map((row) => [row.path, row]))
    expect(rows('metric').get('value')).toMatchObject({ type: 'number | string', required: true, description: expect.stringContaining('Value to show') })
    expect(rows('metric').get('format')).toMatchObject({ type: '"number" | "currency" | "percent" | "compact"', required: false, notes: ['default "number"'] })
    expect(rows('metric').get('sparkline')).toMatchObject({ type: 'number[]', notes: expect.arrayContaining(['may be a reference to data']) })
    expect(rows('datagrid').get('columns[].field')).toMatchObject({ type: 'string', required: true })
    expect(rows('grid').get('items')).toMatchObject({ type: 'component[]' })
    expect([...rows('report').keys()]).toContain('sections[].title')
    for (const { name, props_schema } of components) {
      expect([name, propRows(props_schema).length > 0 && propRows(props_schema).length < 200]).toEqual([name, true])
      for (const row of propRows(props_schema)) expect([name, row.path, row.type]).not.toContain('')
    }
  })

  it('survives a schema that holds itself or is none', () => {
    const own = { properties: { a: { $ref: '#/$defs/node' } }, $defs: { node: { properties: { a: { $ref: '#/$defs/node' }, b: { $ref: '#/$defs/none' } } } } }
    expect(propRows(own).length).toBeLessThan(50)
    expect([propRows(true), propRows(null), propRows({ properties: [] })]).toEqual([[], [], []])
  })
})

describe('a payload as a stream', () => {
  const args = JSON.stringify({ component: 'metric', props: { label: 'Users', value: 128, suffix: 'people' } })

  it('shows the same for a place whichever way it was reached', () => {
    const one = createStreamPlayback(args, { rules: registryRules(kits, policy) })
    const seen = [...args].map((_, index) => JSON.stringify(one.at(index + 1)))
    for (const cut of [args.length, 45, 10, 41, 70]) expect(JSON.stringify(one.at(cut))).toBe(seen[cut - 1])
    expect(one.at(5)).toBeUndefined()
    expect(one.at(args.length)).toMatchObject({ component: 'metric', status: 'streaming', props: { label: 'Users', value: 128, suffix: 'people' } })
  })

  it('plays the props alone of a component that asks', () => {
    const props = JSON.stringify({ fields: [{ name: 'city', type: 'text' }] })
    const view = createStreamPlayback(props, { rules: registryRules(kits, policy), component: 'form' }).at(props.length)
    expect(view).toMatchObject({ component: 'form', status: 'streaming', props: { fields: [{ name: 'city' }] } })
  })
})

describe('the last artifact', () => {
  it('[003-fe-15] is the newest component that was accepted', () => {
    const store = play(logOf([started(), chunk('a', 'metric', { value: 1, label: 'a' }), chunk('b', 'metric', { value: 2, label: 'b' })]))
    expect(lastArtifact(store.getSnapshot())).toEqual({ component: 'metric', props: { value: 2, label: 'b' } })
    expect(lastArtifact({ turns: [] })).toBeUndefined()
  })

  it('weighs what a payload costs', () => expect(payloadSize({ a: 'é' })).toEqual({ bytes: 10, tokens: 3 }))
})
