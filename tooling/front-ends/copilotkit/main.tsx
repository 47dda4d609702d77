import { EventType, HttpAgent as HttpAgent1 } from '@ag-ui/client'
import { CopilotChat, CopilotKitProvider, HttpAgent, useHumanInTheLoop, useInterrupt } from '@copilotkit/react-core/v2'
import '@copilotkit/react-core/v2/styles.css'
import { createResumingFetch } from '@pf/agui-adapter/client/agui'
import { PfInterrupts, PfQuestionTool, pfActivityRenderer, pfToolRenderers } from '@pf/react-renderers/copilotkit'
import '@pf/react-renderers/styles.css'
import { createRoot } from 'react-dom/client'
import { concatMap, EMPTY, from, mergeMap } from 'rxjs'
import { z } from 'zod'

const query = new URLSearchParams(location.search)
const server = query.get('server') ?? ''
const threadId = query.get('thread') ?? 'main'
// The client version that CopilotKit depends on (0.0.59), or the newer one.
const Agent = query.get('client') === '1.0.0' ? (HttpAgent1 as unknown as typeof HttpAgent) : HttpAgent

interface Thread {
  messages: { id: string; role: 'user' | 'assistant'; content: string; run_id: string }[]
  last_run_id?: string
}

/** After a reload, loads the texts of the thread, and then replays its last run with the open interaction. */
class ThreadAgent extends Agent {
  override connect(input: Parameters<HttpAgent['run']>[0]): ReturnType<HttpAgent['run']> {
    return from(
      fetch(`${server}/agui/threads/${threadId}`).then((response) => (response.status === 200 ? (response.json() as Promise<Thread>) : undefined)),
    ).pipe(
      mergeMap((thread) => {
        if (!thread?.last_run_id) return EMPTY
        const messages = thread.messages.filter(({ role, run_id }) => role === 'user' || run_id !== thread.last_run_id)
        const before = { type: EventType.MESSAGES_SNAPSHOT, messages }
        const again = this.run({ ...input, messages, runId: thread.last_run_id })
        return again.pipe(concatMap((event) => (event.type === EventType.RUN_STARTED ? [event, before] : [event])))
      }),
    )
  }
}

// With "resume", a connection that was lost is opened again and continues after the last event.
const transport = query.has('resume') ? { fetch: createResumingFetch({ retryMs: 100, maxAttempts: 1_000 }) } : {}
const agents = { default: new ThreadAgent({ url: `${server}/agui/agent`, threadId, ...transport }) }
const activities = [pfActivityRenderer]
const form = z.object({ title: z.string(), fields: z.array(z.any()) })

function Questions() {
  useInterrupt({ render: (props) => <PfInterrupts {...props} /> })
  useHumanInTheLoop({
    name: 'ask_city',
    description: 'Asks for a city with a form.',
    parameters: form,
    render: ({ toolCallId, args, respond, result }) => (
      <PfQuestionTool component="form" toolCallId={toolCallId} args={args} respond={respond} result={result} />
    ),
  })
  return null
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <CopilotKitProvider
    selfManagedAgents={agents}
    renderActivityMessages={activities}
    renderToolCalls={pfToolRenderers}
    enableInspector={false}
    onError={({ error, code }) => console.info(`reported: ${code} ${error.message}`)}
  >
    <Questions />
    <CopilotChat threadId={threadId} />
  </CopilotKitProvider>,
)
