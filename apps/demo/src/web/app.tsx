import { createFileClient } from '@pf/agui-adapter/client'
import { useInteraction, useRun } from '@pf/react-renderers'
import { PfChat } from '@pf/react-renderers/chat'
import type { ComponentStore, StoreState } from '@pf/react-renderers/store'
import { lazy, Suspense, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { EmptyState } from './conversation/empty-state.tsx'
import type { Example } from './conversation/examples.ts'
import { StrategySwitch } from './conversation/strategy-switch.tsx'
import { Inspector } from './inspector/inspector.tsx'
import { type PageThread, writeThreadToAddress } from './page-thread.ts'
import { Header } from './shell/header.tsx'
import { inspectorPanel, listPanel, usePanel } from './shell/use-panel.ts'
import { type ServerStatus, useServer } from './shell/use-server.ts'
import type { useStrategy } from './shell/use-strategy.ts'
import { useTab } from './shell/use-tab.ts'
import { BackgroundWork } from './tasks/background-work.tsx'
import { ThreadList } from './threads/thread-list.tsx'
import { useTabSync } from './use-tab-sync.ts'

const LabTab = lazy(() => import('./lab/lab-tab.tsx').then((module) => ({ default: module.LabTab })))
const DraftsTab = lazy(() => import('./drafts/drafts-tab.tsx').then((module) => ({ default: module.DraftsTab })))

const fileClient = createFileClient()

export interface AppProps {
  store: ComponentStore
  thread: PageThread
  strategySelection: ReturnType<typeof useStrategy>
}

/** The list of conversations, the chat with its composer and the run inspector, or one of the other tabs. */
export function App({ store, thread, strategySelection }: AppProps) {
  const state = useStoreState(store)
  const run = useRun(thread.id)
  const list = usePanel(listPanel)
  const panel = usePanel(inspectorPanel)
  const server = useServer(run.connection)
  const tab = useTab()
  const interaction = useInteraction()
  const waiting = interaction !== undefined
  const busy = state.run.status === 'running'
  const [restored, setRestored] = useState(!thread.known)
  const [lost, setLost] = useState(false)
  const { restore } = run

  useEffect(() => {
    if (!thread.known) return
    void restore()
      .then((found) => setLost(!found))
      .finally(() => setRestored(true))
  }, [restore, thread.known])
  useEffect(() => {
    document.title = titleOf(waiting ? 'waiting' : state.run.status)
  }, [state.run.status, waiting])

  const known = thread.known || state.turns.length > 0
  // A stream reconnects by itself and then receives an answer or a question that it has missed; a page without a stream must load the
  // conversation again.
  const mayRestore = useRef(false)
  mayRestore.current = known && run.connection === 'closed'
  const reload = useCallback(() => {
    if (mayRestore.current) void restore().catch(() => undefined)
  }, [restore])
  useEffect(() => {
    if (server.restarts > 0) reload()
  }, [reload, server.restarts])

  const run_id = state.run.run_id
  const startedRun = run_id !== undefined && state.events.at(-1)?.run_id === run_id ? run_id : undefined
  const tabs = useTabSync({
    threadId: thread.id,
    startedRun,
    known,
    restore,
    strategySelection,
    question: interaction?.question.id,
  })
  const onSend = () => {
    tabs.asked()
    writeThreadToAddress(thread.id)
  }
  const [failure, setFailure] = useState('')
  const ask = async ({ ask: question, file }: Example) => {
    setFailure('')
    try {
      const files = file === undefined ? [] : [await sendFile(thread.id, file)]
      onSend()
      run.send(question, files)
    } catch {
      setFailure('The file of this example could not be sent. Try it again.')
    }
  }
  if (tab !== 'chat')
    return (
      <div className="app">
        <Header list={list} inspector={panel} tab={tab} />
        <Suspense fallback={<main className={tab} />}>{tab === 'lab' ? <LabTab /> : <DraftsTab />}</Suspense>
      </div>
    )
  return (
    <div className={['app', list.open && 'app--list', panel.open && 'app--panel'].filter(Boolean).join(' ')}>
      <Header list={list} inspector={panel} tab={tab} />
      <ThreadList panel={list} current={thread.id} version={`${startedRun ?? ''} ${state.run.status} ${server.restarts}`} />
      <main className="chat">
        <PfChat
          threadId={thread.id}
          files={fileClient}
          restore={false}
          // A run that plans first has no steps between which it could read a message.
          redirect={strategySelection.strategy === 'react'}
          welcome={restored && <EmptyState lost={lost} onAsk={(example) => void ask(example)} />}
          aboveInput={<BackgroundWork threadId={thread.id} known={known} onReported={reload} />}
          belowInput={<StrategySwitch strategy={strategySelection.strategy} locked={busy || waiting} onChoose={strategySelection.choose} />}
          notice={serverTexts[server.status] || failure}
          onSend={onSend}
        />
      </main>
      <Inspector state={state} panel={panel} />
    </div>
  )
}

/** Uploads a file of the server like one that the user has chosen. */
async function sendFile(threadId: string, address: string) {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} was answered with ${response.status}.`)
  const content = await response.blob()
  return fileClient.uploadFile(threadId, new File([content], address.slice(address.lastIndexOf('/') + 1), { type: content.type }))
}

const serverTexts = {
  ok: '',
  away: 'The connection to the server was lost. Reconnecting…',
  back: 'Connected again.',
} satisfies Record<ServerStatus, string>

const titles = new Map([
  ['running', 'Working · pf copilot'],
  ['waiting', 'Waiting for you · pf copilot'],
])

const titleOf = (status: string) => titles.get(status) ?? 'pf copilot'

/** Returns the snapshot of the store. Unchanged parts keep their identity, so memoized components below are not rendered again. */
function useStoreState(store: ComponentStore): StoreState {
  return useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot)
}
