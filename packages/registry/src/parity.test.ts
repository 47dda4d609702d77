import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { catalogLines } from './generated/catalog-lines.ts'
import { componentFlags } from './generated/component-flags.ts'
import { entries } from './generated/entries.ts'
import { metaToolList } from './generated/meta-tools.ts'
import { signatures } from './generated/signatures.ts'
import { tokenCounts } from './generated/tokens.ts'
import { allKits } from './kits/all-kits.ts'
import { modelValidators } from './kits/model-validators.ts'
import { texts } from './kits/texts.ts'
import { describeComponent } from './lookup/describe-component.ts'
import { componentHeight } from './lookup/list-components.ts'
import { createPolicy } from './policy/policy.ts'
import { buildCatalogPrompt } from './prompt/catalog-prompt.ts'
import { everything } from './test-support/examples.ts'
import { catalogNames } from './test-support/names.ts'

const root = join(import.meta.dirname, '..')
const policy = createPolicy(everything)
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const pascal = (name: string) => name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
const face = read('src/index.ts')
const types = read('src/generated/props.ts')
const { exports } = JSON.parse(read('package.json')) as { exports: Record<string, unknown> }

describe('whatever is said of components is said of all, in one order', () => {
  it.each<[string, Iterable<string>]>([
    ['entries', entries.map(({ name }) => name)],
    ['flags', componentFlags.keys()],
    ['kits', allKits.map(({ name }) => name)],
    ['validators for models', modelValidators.keys()],
    ['text forms of their own', texts.keys()],
    ['lines of the catalogue', catalogLines.keys()],
    ['signatures', signatures.keys()],
    ['token counts', tokenCounts.keys()],
    ['entries of package.json', Object.keys(exports).flatMap((key) => /^\.\/components\/(.+)$/.exec(key)?.[1] ?? [])],
    ['the policy that names them all', policy.allowlist],
    ['registry.json', (JSON.parse(read('registry.json')) as { components: { name: string }[] }).components.map(({ name }) => name)],
  ])('%s', (_, names) => {
    expect([...names]).toEqual(catalogNames)
  })
})

describe.each(entries.map((entry) => [entry.name, entry] as const))('%s', (name, entry) => {
  const kit = allKits.find((own) => own.name === name)
  const model = modelValidators.get(name)
  const { required = [], properties } = entry.propsSchema as { required?: string[]; properties: Record<string, unknown> }

  it('has checks for the wire, for models and for what is still arriving, which take its example', () => {
    const { props } = entry.example
    expect([kit?.full(props), model?.(props), kit?.relaxed(props)]).toEqual([true, true, true])
    expect([kit?.full(null), model?.(null), kit?.relaxed(null)]).toEqual([false, false, false])
    expect([kit?.full({}), model?.({}), kit?.relaxed({})]).toEqual([false, false, true])
    expect([kit?.full({ ...props, unknown: 1 }), model?.({ ...props, unknown: 1 }), kit?.relaxed({ unknown: 1 })]).toEqual([false, false, false])
  })

  it('has types with every prop, exported from the package', () => {
    const body = types.split(`export interface ${pascal(name)}Props {`)[1]?.split('\n}')[0] ?? ''
    expect(face).toContain(`  ${pascal(name)}Props,`)
    expect([...body.matchAll(/^ {2}(\w+)(\?)?: /gm)].map(([, prop, optional]) => [prop, optional === undefined])).toEqual(
      Object.keys(properties).map((prop) => [prop, required.includes(prop)]),
    )
  })

  it('has a line, a signature, a height, tags and a tool or a place in one', () => {
    expect(buildCatalogPrompt(policy)).toContain(catalogLines.get(name))
    expect(describeComponent(name, { policy })).toContain(`\n${name}: {`)
    expect(componentHeight(name)).toBe(entry.height)
    expect(entry.tags.length).toBeGreaterThan(2)
    const tool = metaToolList.find((own) => (entry.interactive ? own.component === name : own.name === 'render_component'))
    if (entry.interactive) expect(tool?.output).toBeDefined()
    else expect(tool?.input).toMatchObject({ properties: { component: { enum: expect.arrayContaining([name]) } } })
  })

  it('has a page that names every prop and default, and an entry in the overview', () => {
    const page = read(`docs/components/${name}.md`)
    for (const prop of Object.keys(properties)) expect(page).toContain(`| \`${prop}\`${required.includes(prop) ? ' (required)' : ''} |`)
    expect(page).toContain(JSON.stringify({ component: name, props: entry.example.props }, null, 2))
    expect(read('docs/components/README.md')).toContain(`[${name}](${name}.md)`)
    expect(existsSync(join(root, `src/text/${name.replaceAll('_', '-')}-text.ts`))).toBe(true)
  })

  it('describes itself in its own words: what nothing else says first', () => {
    const first = entry.description.split('\n')[0]
    for (const other of entries)
      if (other.name !== name) expect([other.need, other.when, other.description.split('\n')[0]]).not.toEqual(expect.arrayContaining([first]))
    expect(entries.filter(({ need }) => need === entry.need)).toHaveLength(1)
  })
})
