import { HttpAgent } from '@ag-ui/client'
import {
  AssistantRuntimeProvider,
  ComposerPrimitive,
  MessagePrimitive,
  type ThreadHistoryAdapter,
  ThreadPrimitive,
  useAssistantDataUI,
  useAssistantTool,
  useAssistantToolUI,
} from '@assistant-ui/react'
import { fromAgUiMessages, useAgUiInterrupts, useAgUiRuntime, useAgUiSubmitInterruptResponses } from '@assistant-ui/react-ag-ui'
import { PfComponent, PfInterrupts, PfQuestionTool } from '@pf/react-renderers/copilotkit'
import '@pf/react-renderers/styles.css'
import { createRoot } from 'react-dom/client'
import { z } from 'zod'

const query = new URLSearchParams(location.search)
const threadId = query.get('thread') ?? 'main'
const server = query.get('server')
const agent = new HttpAgent({ url: `${server}/agui/agent`, threadId })

type Items = Awaited<ReturnType<ThreadHistoryAdapter['load']>>['messages']
const key = `thread ${threadId}`
const stored = (): Items => JSON.parse(localStorage.getItem(key) ?? '[]', (name, value) => (name === 'createdAt' ? new Date(value) : value))
const keep: ThreadHistoryAdapter['append'] = async (item) => {
  const items = stored()
  const place = items.findIndex(({ message }) => message.id === item.message.id)
  localStorage.setItem(key, JSON.stringify(place < 0 ? [...items, item] : items.with(place, item)))
}
/** Loads the conversation, which the app must store for assistant-ui. A call that waits for the user is not stored; its run is loaded from the server again. */
const load: ThreadHistoryAdapter['load'] = async () => ({ messages: stored(), unstable_resume: stored().at(-1)?.message.role === 'user' })
const resume: ThreadHistoryAdapter['resume'] = async function* () {
  const thread = await fetch(`${server}/agui/threads/${threadId}`).then((response) => response.json())
  const reader = new HttpAgent({ url: `${server}/agui/agent`, threadId, initialMessages: thread.messages })
  const { newMessages } = await reader.runAgent({ runId: thread.last_run_id })
  const [said] = fromAgUiMessages(newMessages)
  yield { content: said?.content as never, status: { type: 'requires-action', reason: 'tool-calls' } }
}
const history: ThreadHistoryAdapter = { load, append: keep, update: keep, resume }
const options = { agent, adapters: { history }, onError: (error: Error) => console.info(`reported: ${error.message}`) }

const form = z.object({ title: z.string(), fields: z.array(z.any()) })
const text = (result: unknown) => (result === undefined || typeof result === 'string' ? result : JSON.stringify(result))

function Parts() {
  useAssistantDataUI({ name: 'artifact_chunk', render: ({ data }) => <PfComponent content={data.chunk} /> })
  useAssistantToolUI({ toolName: 'render_component', render: () => null })
  useAssistantToolUI({
    toolName: 'ui_form',
    render: ({ toolCallId, args, result }) => <PfQuestionTool component="form" toolCallId={toolCallId} args={args} result={text(result)} />,
  })
  useAssistantTool({
    toolName: 'ask_city',
    type: 'human',
    description: 'Asks for a city with a form.',
    parameters: form,
    render: ({ toolCallId, args, addResult, result }) => (
      <PfQuestionTool component="form" toolCallId={toolCallId} args={args} respond={result === undefined ? addResult : undefined} result={text(result)} />
    ),
  })
  return null
}

function Questions() {
  const interrupts = useAgUiInterrupts()
  const respond = useAgUiSubmitInterruptResponses()
  return (
    <PfInterrupts
      interrupts={interrupts}
      resolve={(payload, interruptId) => respond([{ interruptId, status: 'resolved', payload }])}
      cancel={(interruptId) => respond([{ interruptId, status: 'cancelled' }])}
    />
  )
}

const Message = () => (
  <MessagePrimitive.Root>
    <MessagePrimitive.Parts />
    <MessagePrimitive.Error />
  </MessagePrimitive.Root>
)

function App() {
  return (
    <AssistantRuntimeProvider runtime={useAgUiRuntime(options)}>
      <Parts />
      <ThreadPrimitive.Root>
        <ThreadPrimitive.Messages>{() => <Message />}</ThreadPrimitive.Messages>
        <Questions />
        <ComposerPrimitive.Root>
          <ComposerPrimitive.Input aria-label="Message" />
          <ThreadPrimitive.If running={false}>
            <ComposerPrimitive.Send>Send</ComposerPrimitive.Send>
          </ThreadPrimitive.If>
          <ThreadPrimitive.If running>
            <ComposerPrimitive.Cancel>Stop</ComposerPrimitive.Cancel>
          </ThreadPrimitive.If>
        </ComposerPrimitive.Root>
      </ThreadPrimitive.Root>
    </AssistantRuntimeProvider>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(<App />)
