import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { categories, entries } from '../generated/entries.ts'
import { signatures } from '../generated/signatures.ts'
import { registryDigest, registryVersion } from '../generated/version.ts'
import { createPolicy } from '../policy/policy.ts'
import { validateComponent } from '../registry.ts'
import { everything, serverOptions } from '../test-support/examples.ts'
import { buildCatalogPrompt } from './catalog-prompt.ts'

const policy = createPolicy()
const all = createPolicy(everything)
const passive = entries.filter(({ interactive }) => !interactive)
const tokens = (text: string) => encode(text).length

describe('the catalogue prompt', () => {
  it('[003-ph-13] is the same bytes for the same policy, and these', () => {
    expect(buildCatalogPrompt(policy)).toBe(buildCatalogPrompt(createPolicy()))
    expect(buildCatalogPrompt(policy).replace(/\(registry .*\)/, '(registry)')).toMatchInlineSnapshot(`
      "# Components (registry)
      Show data instead of describing it: call render_component with {"component", "props"}. Text needs no component.
      Props are strict; call describe_component for them before first use. need: component(required props) - when

      Charts and diagrams:
      - a chart: echarts(option) - trends, comparisons, shares, distributions
      - a diagram: mermaid(code) - flows, sequences, entities, Gantt, mind maps
      - a scientific or 3D chart: plotly(data) - surfaces, contours, error bars

      Data:
      - a table: datagrid(columns, rows) - query results, lists, comparisons
      - raw structured data: json(data) - API responses, configuration
      - one key figure: metric(value, label) - KPIs, totals, changes

      Text:
      - a highlighted note: callout(content) - warnings, tips, key results
      - source code: code(code) - snippets, files, diffs
      - one formula: latex(expression) - equations, derivations
      - formatted text: markdown(content) - prose with structure inside a layout

      Questions to the user:
      - a yes or no: confirm(message) PAUSES - before something that cannot be undone
      - several inputs: form(fields) PAUSES - parameters, preferences, data entry
      - a choice: select_option(options) PAUSES - one or more of given alternatives

      Layouts:
      - folded sections: accordion(items) - FAQs, details on demand
      - a dashboard: grid(items) - several components side by side
      - a document: report(sections) - text with charts and tables in sections
      - views to switch between: tabs(tabs) - related but separate content

      Media:
      - a picture: image(src) - photos, generated images

      PAUSES: call ui_confirm, ui_form, ui_select_option instead, never inside a layout. The run waits for the user; the answer comes back as the result of that call. Then continue.

      Data from tools: never copy rows or numbers. Wherever data goes (rows, sparkline, dataset.source, series data), write {"$artifact": "REF"} with a ref=… shown in a tool result or by list_artifacts; optional "path" (JSON Pointer), "select" (fields), "limit" (rows). Example: "rows": {"$artifact": "query.rows", "select": ["city", "sales"], "limit": 50}
      "
    `)
  })

  it('[003-prm-02] names need, component and when in one line each', () => {
    const lines = buildCatalogPrompt(all).split('\n')
    for (const { need, name, when } of entries)
      expect(lines.find((line) => line.startsWith(`- ${need}: ${name}(`) && line.endsWith(` - ${when}`))).toBeDefined()
  })

  it('[003-prm-04] groups components by category in a fixed order', () => {
    const titles = categories.map((category) => category.title)
    expect([...buildCatalogPrompt(all).matchAll(/^([A-Z][^:\n]*):$/gm)].map(([, title]) => title)).toEqual(titles)
  })

  it('[003-prm-05] shows required props in the short form, and with examples every example as whole JSON', () => {
    expect(buildCatalogPrompt(policy)).toContain('datagrid(columns, rows)')
    const text = buildCatalogPrompt(all, { examples: true })
    for (const { name, example, interactive } of entries) {
      const call = text.split(`${example.description}:\n`)[1]?.split('\n')[0] ?? ''
      const written = interactive ? example.props : { component: name, props: example.props }
      expect(call).toBe(`${interactive ? `ui_${name}` : 'render_component'} ${JSON.stringify(written)}`)
    }
  })

  it('[003-prm-03] marks components that pause and explains it, [003-prm-07] with the answer as the result of the call', () => {
    const text = buildCatalogPrompt(all)
    expect(text.match(/^- .*PAUSES/gm)).toHaveLength(3)
    expect(text).toMatch(
      /PAUSES: call ui_confirm, ui_form, ui_select_option instead.*The run waits for the user; the answer comes back as the result of that call/,
    )
    expect(buildCatalogPrompt(createPolicy({ denylist: ['confirm', 'form', 'select_option'] }))).not.toContain('PAUSES')
  })

  it('[003-prm-06] shows a single component, a dashboard, a report and asking, as far as they are enabled', () => {
    const text = buildCatalogPrompt(all, { examples: true })
    for (const call of [
      'render_component {"component":"echarts"',
      'render_component {"component":"grid"',
      'render_component {"component":"report"',
      'ui_form {"title"',
    ])
      expect(text).toContain(call)
    expect(buildCatalogPrompt(createPolicy({ denylist: ['report'] }), { examples: true })).not.toContain('"report"')
    expect(buildCatalogPrompt(createPolicy({ allowlist: ['markdown'] }), { examples: true })).not.toMatch(/echarts|grid|metric/)
  })

  it('[003-prm-08] has no examples unless asked', () => {
    expect(buildCatalogPrompt(policy)).not.toContain('## Examples')
    expect(buildCatalogPrompt(policy, { examples: true })).toContain('## Examples')
  })

  it('shows calls that its own validator takes', () => {
    const calls = [...buildCatalogPrompt(all, { examples: true }).matchAll(/^render_component (\{.*\})$/gm)].map(
      ([, call]) => JSON.parse(call ?? '') as { component: string; props: unknown },
    )
    expect(calls.length).toBeGreaterThan(20)
    for (const { component, props } of calls)
      expect(validateComponent(component, props, { ...serverOptions(everything), mode: 'model' })).toMatchObject({ ok: true })
    const asked = [...buildCatalogPrompt(all, { examples: true }).matchAll(/^ui_(\w+) (\{.*\})$/gm)]
    expect(asked.length).toBeGreaterThan(3)
    for (const [, name, props = ''] of asked)
      expect(validateComponent(name, JSON.parse(props), { ...serverOptions(everything), mode: 'model', via: 'interactive' })).toMatchObject({ ok: true })
  })

  it('explains references', () => {
    expect(buildCatalogPrompt(policy)).toContain('{"$artifact": "REF"}')
    expect(buildCatalogPrompt(createPolicy({ allowlist: ['markdown'] }))).not.toContain('$artifact')
  })

  it('costs at most 700 tokens with all 21 components', () => {
    expect(tokens(buildCatalogPrompt(all))).toBeLessThanOrEqual(700)
    console.log(`catalogue prompt: ${tokens(buildCatalogPrompt(policy))} tokens by default, ${tokens(buildCatalogPrompt(all))} for ${entries.length}`)
  })

  it('says more or less of each component, in the tier that is asked for', () => {
    const [names, required, full] = (['names', 'required', 'full'] as const).map((tier) => buildCatalogPrompt(all, { tier }))
    expect(required).toBe(buildCatalogPrompt(all))
    expect(names).toContain('- a table: datagrid - query results')
    expect(names).not.toContain('datagrid(')
    for (const signature of signatures.values()) expect(full).toContain(signature)
    expect(full?.match(/^\/\/ Ref = /gm)).toHaveLength(1)
    expect(full).not.toContain('call describe_component')
    expect([names, required, full].map((text) => tokens(text ?? '')).every((count, index, counts) => index === 0 || count > (counts[index - 1] ?? 0))).toBe(
      true,
    )
  })

  it('[003-be-06] keeps to a given number of tokens by leaving out whole parts: examples, then props, then components', () => {
    const seen = new Set<string>()
    for (let maxTokens = 0; maxTokens < 8000; maxTokens += 37) {
      const text = buildCatalogPrompt(all, { tier: 'full', examples: true, maxTokens })
      expect(tokens(text)).toBeLessThanOrEqual(maxTokens)
      seen.add(text)
      const calls = [...text.matchAll(/^render_component (\{.*\})$/gm)].map(([, call]) => JSON.parse(call ?? '') as { component: string })
      expect(calls.length === 0 || new Set(calls.map(({ component }) => component)).size === passive.length).toBe(true)
    }
    expect(seen).toContain('')
    expect(seen).toContain(buildCatalogPrompt(all, { tier: 'full', examples: true }))
    expect(seen).toContain(buildCatalogPrompt(all, { tier: 'full' }))
    expect(seen).toContain(buildCatalogPrompt(all))
    expect(seen).toContain(buildCatalogPrompt(all, { tier: 'names' }))
    expect([...seen].some((text) => /^\d+ more: call search_components\.$/m.test(text))).toBe(true)
    expect(seen.size).toBeLessThan(4 + entries.length + 2)
  })

  it('fits the default into 700 tokens without being cut', () => {
    expect(buildCatalogPrompt(all, { maxTokens: 700 })).toBe(buildCatalogPrompt(all))
  })

  it('[003-be-05] carries version and digest of the registry', () => {
    expect(buildCatalogPrompt(policy)).toContain(`registry ${registryVersion}, ${registryDigest.slice(0, 12)}`)
    expect(registryDigest).toMatch(/^[0-9a-f]{64}$/)
  })

  it('is empty when nothing is enabled, and holds nothing of what is not', () => {
    expect(buildCatalogPrompt(createPolicy({ allowlist: [] }))).toBe('')
    expect(buildCatalogPrompt(createPolicy({ denylist: ['echarts'] }))).not.toContain('echarts(')
  })
})
