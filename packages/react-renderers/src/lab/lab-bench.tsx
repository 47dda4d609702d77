import type { CatalogComponent } from '@pf/core'
import { useRendering } from '../context/pf-context.ts'
import { useMessages } from '../context/use-messages.ts'
import { type LabMessages, labMessages } from '../messages/lab.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import type { ComponentStore } from '../store/model/types.ts'
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
  const messages = useMessages('lab', labMessages)
  const { locale = 'en' } = useRendering()
  const bench = useBench(catalog)
  const { entry, payload, text, issues, checking } = bench
  return (
    <>
      <CatalogList catalog={catalog} open={entry} onPick={bench.pick} />
      <div className="pf-lab-bench">
        {entry && <Entry entry={entry} />}
        <section className="pf-lab-payload" aria-label={messages.payload}>
          <PayloadTools bench={bench} store={store} />
          <PayloadEditor text={text} issues={issues} checking={checking} weight={weightOf(bench, messages, locale)} onWrite={bench.write} />
        </section>
        <Preview payload={payload} current={bench.current} />
        {entry && <PropTable entry={entry} />}
      </div>
    </>
  )
}

function Entry({ entry }: { entry: CatalogComponent }) {
  const messages = useMessages('lab', labMessages)
  return (
    <header className="pf-lab-entry">
      <h2>{entry.name}</h2>
      <p>{entry.description}</p>
      <p className="pf-lab-tags">{[entry.category, ...(entry.interactive ? [messages.asks] : []), ...entry.tags].join(' · ')}</p>
    </header>
  )
}

function PayloadTools({ bench, store }: { bench: Bench; store: ComponentStore | undefined }) {
  const messages = useMessages('lab', labMessages)
  const last = useLastArtifact(store)
  const { payload, current, entry } = bench
  const copied = () => (payload && current ? JSON.stringify(JSON.parse(bench.text)) : bench.text)
  return (
    <div className="pf-lab-bar">
      <h3 className="pf-lab-head">{messages.payload}</h3>
      <button type="button" className="pf-tool" disabled={!current} onClick={() => bench.write(JSON.stringify(JSON.parse(bench.text), undefined, 2))}>
        {messages.format}
      </button>
      <button type="button" className="pf-tool" disabled={!entry} title={aboutExample(entry)} onClick={bench.reset}>
        {messages.example}
      </button>
      {store && (
        <button type="button" className="pf-tool" disabled={!last} onClick={() => last && bench.put(last)}>
          {messages.lastArtifact}
        </button>
      )}
      <CopyButton label={messages.copyJson} text={copied} />
    </div>
  )
}

const aboutExample = (entry: CatalogComponent | undefined) => (typeof entry?.example?.description === 'string' ? entry.example.description : undefined)

function weightOf({ payload, current }: Bench, messages: LabMessages, locale: string): string {
  if (!payload || !current) return ''
  const { bytes, tokens } = sizeOf(payload)
  const number = new Intl.NumberFormat(locale)
  return messages.weight(number.format(bytes), number.format(tokens))
}
