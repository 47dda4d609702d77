import { createRoot } from 'react-dom/client'
import { ComponentRenderer, MarkdownText, ReasoningFold, SourcesList, SuggestedActions, ToolCallLine, Warnings } from '../../src/index.ts'
import '../../src/styles.css'
import { examples, stateOf } from './examples.ts'

const query = new URLSearchParams(location.search)
document.documentElement.dataset.theme = query.get('theme') ?? 'light'
const only = query.get('only')

function Parts() {
  return (
    <div style={{ display: 'grid', gap: 12 }}>
      <div>
        <ReasoningFold reasoning={{ text: 'The question asks for months, so I group by month.', done: true, ms: 1_240 }} />
        <ToolCallLine
          call={{
            id: '1',
            name: 'run_query',
            args: '{"question":"average delay by month, flights in 2001"}',
            status: 'ok',
            ms: 84,
            result: '{"summary":"12 months","rows":"<artifact:list size=12 items ref=run_query.rows>"}',
          }}
        />
        <ToolCallLine
          call={{
            id: '2',
            name: 'render_component',
            args: '{"component":"echarts","title":"Average arrival delay by month, with a long title that does not fit"}',
            status: 'running',
          }}
        />
        <ToolCallLine
          call={{ id: '3', name: 'run_query', args: '{"question":"x"}', status: 'error', code: 'tool_timeout', ms: 30_000, result: '{"error":"time"}' }}
        />
      </div>
      <MarkdownText text={'Weather explains about a third of the June peak. Thunderstorms over the **Midwest clo'} streaming />
      <Warnings warnings={['Two of the sources are older than a year.']} />
      <div style={{ display: 'flex', gap: 16, flexWrap: 'wrap' }}>
        <SourcesList
          sources={[
            { title: 'vega-datasets, flights', url: 'https://example.org/vega' },
            { title: 'bank.example', url: 'https://evil.example' },
          ]}
        />
      </div>
      <SuggestedActions actions={['Compare with 2000', 'Only out of Chicago', 'Build a report'].map((label) => ({ action_id: label, label, params: {} }))} />
    </div>
  )
}

function Gallery() {
  return (
    <main style={{ maxWidth: only ? 1_080 : 720, margin: '0 auto', padding: 16, display: 'grid', gap: 24, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {Object.entries(examples)
        .filter(([name]) => !only || only.split(',').includes(name))
        .map(([name, example]) => (
          <ComponentRenderer key={name} component={stateOf(name, example)} />
        ))}
      {(!only || only.includes('parts')) && <Parts />}
    </main>
  )
}

document.body.style.cssText = 'margin:0;background:var(--pf-surface-0);font-family:var(--pf-font)'
const root = document.getElementById('root')
if (root) createRoot(root).render(<Gallery />)
