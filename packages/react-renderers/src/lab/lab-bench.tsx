import type { CatalogComponent } from '@pf/core'
import { CopyButton } from '../parts/copy-button.tsx'
import type { ComponentStore } from '../store/types.ts'
import { CatalogList } from './catalog-list.tsx'
import { PayloadEditor } from './payload-editor.tsx'
import { Preview } from './preview.tsx'
import { PropTable } from './prop-table.tsx'
import { sizeOf } from './size-of.ts'
import { type Bench, useBench } from './use-bench.ts'
import { useLastArtifact } from './use-last-artifact.ts'

interface LabBenchProps {
  catalog: readonly CatalogComponent[]
  store: ComponentStore | undefined
}

/** Catalogue, payload, preview and props. */
export function LabBench({ catalog, store }: LabBenchProps) {
  const bench = useBench(catalog)
  const { entry, payload, text, issues, checking } = bench
  return (
    <>
      <CatalogList catalog={catalog} open={entry} onPick={bench.pick} />
      <div className="pf-lab-bench">
        {entry && <Entry entry={entry} />}
        <section className="pf-lab-payload" aria-label="Payload">
          <PayloadTools bench={bench} store={store} />
          <PayloadEditor text={text} issues={issues} checking={checking} weight={weightOf(bench)} onWrite={bench.write} />
        </section>
        <Preview payload={payload} current={bench.current} />
        {entry && <PropTable entry={entry} />}
      </div>
    </>
  )
}

function Entry({ entry }: { entry: CatalogComponent }) {
  return (
    <header className="pf-lab-entry">
      <h2>{entry.name}</h2>
      <p>{entry.description}</p>
      <p className="pf-lab-tags">{[entry.category, ...(entry.interactive ? ['asks the user'] : []), ...entry.tags].join(' · ')}</p>
    </header>
  )
}

function PayloadTools({ bench, store }: { bench: Bench; store: ComponentStore | undefined }) {
  const last = useLastArtifact(store)
  const { payload, current, entry } = bench
  const copied = () => (payload && current ? JSON.stringify(JSON.parse(bench.text)) : bench.text)
  return (
    <div className="pf-lab-bar">
      <h3 className="pf-lab-head">Payload</h3>
      <button type="button" className="pf-tool" disabled={!current} onClick={() => bench.write(JSON.stringify(JSON.parse(bench.text), undefined, 2))}>
        Format
      </button>
      <button type="button" className="pf-tool" disabled={!entry} title={aboutExample(entry)} onClick={bench.reset}>
        Example
      </button>
      {store && (
        <button type="button" className="pf-tool" disabled={!last} onClick={() => last && bench.put(last)}>
          Last artifact
        </button>
      )}
      <CopyButton label="Copy as JSON" text={copied} />
    </div>
  )
}

const aboutExample = (entry: CatalogComponent | undefined) => (typeof entry?.example?.description === 'string' ? entry.example.description : undefined)

const number = new Intl.NumberFormat('en')

function weightOf({ payload, current }: Bench): string {
  if (!payload || !current) return ''
  const { bytes, tokens } = sizeOf(payload)
  return `${number.format(bytes)} bytes, about ${number.format(tokens)} tokens`
}
