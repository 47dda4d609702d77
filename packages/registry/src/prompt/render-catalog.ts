import type { Category, ComponentEntry } from '../contracts/component-entry.ts'
import { referenceNote, slotNote } from '../lookup/describe-component.ts'
import type { CatalogForm, CatalogTier } from './catalog-form.ts'

interface Pattern {
  title: string
  /** The components that the example shows. It is omitted unless all of them are enabled. */
  needs: readonly string[]
  call: string
}

const patterns: readonly Pattern[] = [
  {
    title: 'One component',
    needs: ['echarts'],
    call: 'render_component {"component":"echarts","props":{"option":{"dataset":{"source":{"$artifact":"query.rows"}},"xAxis":{"type":"category"},"yAxis":{},"series":[{"type":"bar"}]}}}',
  },
  {
    title: 'A dashboard: one grid with everything in it',
    needs: ['grid', 'metric', 'datagrid'],
    call: 'render_component {"component":"grid","props":{"items":[{"component":"metric","props":{"value":42,"label":"Open orders"}},{"component":"datagrid","colSpan":2,"props":{"columns":[{"field":"order"}],"rows":{"$artifact":"query.rows"}}}]}}',
  },
  {
    title: 'A report: text and components in sections',
    needs: ['report', 'datagrid'],
    call: 'render_component {"component":"report","props":{"title":"Week 42","sections":[{"title":"Summary","content":"Orders rose by **4 %**."},{"title":"Orders","components":[{"component":"datagrid","props":{"columns":[{"field":"order"}],"rows":{"$artifact":"query.rows"}}}]}]}}',
  },
  {
    title: 'Asking: the answer is the result of the call',
    needs: ['form'],
    call: 'ui_form {"title":"Which quarter?","fields":[{"name":"quarter","type":"select","options":["Q1","Q2","Q3","Q4"],"required":true}]}',
  },
]

/** Returns calls that show how components are combined, limited to enabled ones. */
function usage(enabled: ReadonlySet<string>): string[] {
  return patterns.filter(({ needs }) => needs.every((name) => enabled.has(name))).map(({ title, call }) => `${title}:\n${call}`)
}

/** The data from which the prompt section is written. */
export interface CatalogInput extends CatalogForm {
  version: string
  digest: string
  categories: readonly Category[]
  lines: ReadonlyMap<string, string>
  signatures: ReadonlyMap<string, string>
}

/** Writes the prompt section. Returns "" if there are no components. */
export function renderCatalog(input: CatalogInput): string {
  if (input.components.length === 0) return ''
  const parts = [opening(input), ...groups(input), pausing(input), references(input), notes(input), further(input), ...(input.examples ? examples(input) : [])]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

const forms: Readonly<Record<CatalogTier, string>> = {
  names: 'Props are strict; call describe_component for them before first use. need: component - when',
  required: 'Props are strict; call describe_component for them before first use. need: component(required props) - when',
  full: 'Props are strict.',
}

const opening = ({ version, digest, tier }: CatalogInput) =>
  `# Components (registry ${version}, ${digest.slice(0, 12)})
Show data instead of describing it: call render_component with {"component", "props"}. Text needs no component.
${forms[tier]}`

function groups(input: CatalogInput): string[] {
  return input.categories.flatMap(({ name, title }) => {
    const own = input.components.filter((component) => component.category === name)
    return own.length === 0 ? [] : [[`${title}:`, ...own.map((component) => entryText(component, input))].join('\n')]
  })
}

function entryText({ name, need, when, interactive }: ComponentEntry, { tier, lines, signatures }: CatalogInput): string {
  const pauses = interactive ? ' PAUSES' : ''
  if (tier === 'names') return `- ${need}: ${name}${pauses} - ${when}`
  if (tier === 'required') return lines.get(name) ?? `- ${name}`
  return `${interactive ? '// PAUSES\n' : ''}${signatures.get(name) ?? name}`
}

/** Returns the definitions of references and slots used in the signatures. */
const notes = ({ tier, components }: CatalogInput) =>
  tier === 'full' ? [components.some(({ dataPaths }) => dataPaths.length > 0) ? referenceNote : '', slotNote].filter(Boolean).join('\n') : ''

const further = ({ more }: CatalogInput) => (more > 0 ? `${more} more: call search_components.` : '')

function pausing({ components }: CatalogInput): string {
  const tools = components.filter((component) => component.interactive).map((component) => `ui_${component.name}`)
  if (tools.length === 0) return ''
  return `PAUSES: call ${tools.join(', ')} instead, never inside a layout. The run waits for the user; the answer comes back as the result of that call. Then continue.`
}

function references({ components }: CatalogInput): string {
  if (components.every((component) => component.dataPaths.length === 0)) return ''
  return `Data from tools: never copy rows or numbers. Wherever data goes (rows, sparkline, dataset.source, series data), write {"$artifact": "REF"} with a ref=… shown in a tool result or by list_artifacts; optional "path" (JSON Pointer), "select" (fields), "limit" (rows). Example: "rows": {"$artifact": "query.rows", "select": ["city", "sales"], "limit": 50}`
}

function examples({ components }: CatalogInput): string[] {
  const patterns = usage(new Set(components.map((component) => component.name)))
  const own = components.map(({ name, interactive, example }) => {
    const call = interactive ? `ui_${name} ${JSON.stringify(example.props)}` : `render_component ${JSON.stringify({ component: name, props: example.props })}`
    return `${example.description}:\n${call}`
  })
  return [...(patterns.length > 0 ? ['## Patterns', ...patterns] : []), '## Examples', ...own]
}
