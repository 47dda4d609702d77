import type { CatalogComponent, JsonObject } from '@pf/core'
import { utf8Length } from '@pf/core/internal'
import { useSyncExternalStore } from 'react'
import { useRendering } from '../context/pf-context.ts'
import { useMessages } from '../context/use-messages.ts'
import { type LabMessages, labMessages } from '../messages/lab.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import type { ComponentStore, StoreState } from '../store/model/types.ts'
import { CatalogList } from './catalog-list.tsx'
import { PayloadEditor } from './payload-editor.tsx'
import { Preview } from './preview.tsx'
import { PropTable } from './prop-table.tsx'
import { useWorkbench, type Workbench } from './use-workbench.ts'

interface LabWorkbenchProps {
  catalog: readonly CatalogComponent[]
  store: ComponentStore | undefined
}

/** The catalogue, the editor, the preview and the table of props. */
export function LabWorkbench({ catalog, store }: LabWorkbenchProps) {
  const messages = useMessages('lab', labMessages)
  const { locale = 'en' } = useRendering()
  const workbench = useWorkbench(catalog)
  const { entry, payload, text, issues, checking } = workbench
  return (
    <>
      <CatalogList catalog={catalog} open={entry} onPick={workbench.pick} />
      <div className="pf-lab-workbench">
        {entry && <Entry entry={entry} />}
        <section className="pf-lab-payload" aria-label={messages.payload}>
          <PayloadTools workbench={workbench} store={store} />
          <PayloadEditor text={text} issues={issues} checking={checking} size={sizeText(workbench, messages, locale)} onWrite={workbench.write} />
        </section>
        <Preview payload={payload} current={workbench.current} />
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
      <p className="pf-lab-tags">{[entry.category, ...(entry.interactive ? [messages.interactive] : []), ...entry.tags].join(' · ')}</p>
    </header>
  )
}

function PayloadTools({ workbench, store }: { workbench: Workbench; store: ComponentStore | undefined }) {
  const messages = useMessages('lab', labMessages)
  const last = useLastArtifact(store)
  const { payload, current, entry } = workbench
  const copied = () => (payload && current ? JSON.stringify(JSON.parse(workbench.text)) : workbench.text)
  return (
    <div className="pf-lab-bar">
      <h3 className="pf-lab-head">{messages.payload}</h3>
      <button type="button" className="pf-tool" disabled={!current} onClick={() => workbench.write(JSON.stringify(JSON.parse(workbench.text), undefined, 2))}>
        {messages.format}
      </button>
      <button type="button" className="pf-tool" disabled={!entry} title={aboutExample(entry)} onClick={workbench.reset}>
        {messages.example}
      </button>
      {store && (
        <button type="button" className="pf-tool" disabled={!last} onClick={() => last && workbench.put(last)}>
          {messages.lastArtifact}
        </button>
      )}
      <CopyButton label={messages.copyJson} text={copied} />
    </div>
  )
}

const aboutExample = (entry: CatalogComponent | undefined) => (typeof entry?.example?.description === 'string' ? entry.example.description : undefined)

function sizeText({ payload, current }: Workbench, messages: LabMessages, locale: string): string {
  if (!payload || !current) return ''
  const { bytes, tokens } = payloadSize(payload)
  const number = new Intl.NumberFormat(locale)
  return messages.size(number.format(bytes), number.format(tokens))
}

/** Average number of characters per token of JSON, for the encodings of current models. */
const CHARS_PER_TOKEN = 3.2

/** Returns the size of a payload without white space: UTF-8 bytes, and an estimate of the tokens. */
export function payloadSize(value: unknown): { bytes: number; tokens: number } {
  const text = JSON.stringify(value)
  return { bytes: utf8Length(text), tokens: Math.ceil(text.length / CHARS_PER_TOKEN) }
}

const never = () => () => {}

/** Returns the most recent component of a conversation. */
function useLastArtifact(store: ComponentStore | undefined): JsonObject | undefined {
  const read = () => store?.getSnapshot()
  const state = useSyncExternalStore(store?.subscribe ?? never, read, read)
  return state && lastArtifact(state)
}

/** Returns the most recent component of a conversation that is complete and accepted; undefined if there is none. */
export function lastArtifact({ turns }: Pick<StoreState, 'turns'>): JsonObject | undefined {
  for (const turn of turns.toReversed()) {
    const found = turn.kind === 'assistant' ? turn.components.findLast(({ status }) => status === 'ready') : undefined
    if (found) return { component: found.component, ...(found.title === undefined ? {} : { title: found.title }), props: found.props }
  }
  return undefined
}
