import type { JsonObject } from '@pf/core'
import { createPolicy, getComponent } from '@pf/registry'
import 'katex/dist/katex.min.css'
import { builtInComponents } from '@pf/registry/browser'
import { createRoot } from 'react-dom/client'
import { PfQuestionTool } from '../../src/copilotkit.ts'
import { ComponentRenderer, PfProvider } from '../../src/index.ts'
import { noClient } from '../../src/test-support/mount.tsx'
import { rightToLeft } from '../../src/test-support/right-to-left.ts'
import { stateOf } from './examples.ts'

const query = new URLSearchParams(location.search)
const schemes = query.get('theme')?.split(',') ?? ['light', 'dark']
const only = query.get('only')?.split(',')
document.documentElement.dir = query.get('dir') ?? 'ltr'

const columns = [
  ['markdown', 'metric', 'callout', 'latex', 'report', 'code'],
  ['echarts', 'datagrid', 'grid', 'json', 'image'],
  ['plotly', 'tabs', 'mermaid', 'accordion', 'html'],
  ['form', 'confirm', 'select_option', 'video', 'embed'],
]
const policy = createPolicy({
  allowlist: [...builtInComponents],
  urlHosts: ['media.example.org', 'maps.example.org'],
  htmlSandbox: 'allow-scripts allow-forms',
})
const client = noClient()
const respond = () => {}

function propsOf(name: string): JsonObject {
  const example = getComponent(name)?.example
  if (document.dir === 'rtl') return rightToLeft[name] ?? {}
  return example && 'props' in example ? (example.props as JsonObject) : {}
}

function Tile({ name, scheme }: { name: string; scheme: string }) {
  const id = `${scheme}-${name}`
  return (
    <section data-tile={name}>
      <h2>{name}</h2>
      {getComponent(name)?.interactive ? (
        <PfQuestionTool component={name} toolCallId={id} args={propsOf(name)} respond={respond} />
      ) : (
        <ComponentRenderer component={stateOf(id, { component: name, props: propsOf(name) })} />
      )}
    </section>
  )
}

function Sheet({ scheme }: { scheme: string }) {
  const shown = columns.map((column) => column.filter((name) => !only || only.includes(name))).filter((column) => column.length > 0)
  return (
    <main className="sheet" data-theme={scheme}>
      {shown.map((column) => (
        <div key={column[0]}>
          {column.map((name) => (
            <Tile key={name} name={name} scheme={scheme} />
          ))}
        </div>
      ))}
    </main>
  )
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <PfProvider client={client} policy={policy} locale="en">
      {schemes.map((scheme) => (
        <Sheet key={scheme} scheme={scheme} />
      ))}
    </PfProvider>,
  )
