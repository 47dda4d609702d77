import { createRunClient } from '@pf/agui-adapter/client'
import { PfProvider } from '@pf/react-renderers'
import { createComponentStore } from '@pf/react-renderers/store'
import { createTimeline } from '@pf/react-renderers/timeline'
import { builtInComponents, createPolicy } from '@pf/registry/browser'
import { mapHosts, planBasePath, sandboxPath } from '../shared/settings.ts'
import { App } from './app.tsx'
import { readPageThread } from './page-thread.ts'
import { selectStoredStrategy } from './shell/stored-strategy.ts'
import { useStrategy } from './shell/use-strategy.ts'
import '@pf/react-renderers/styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './styles.css'

// Maximum number of attempts. A page that is left open reconnects as soon as the server is available again.
const maxAttempts = Number.POSITIVE_INFINITY
const clients = { react: createRunClient({ maxAttempts }), plan: createRunClient({ maxAttempts, baseUrl: planBasePath }) }
const policy = createPolicy({ allowlist: builtInComponents, urlHosts: mapHosts })
/** The words of the demo in the chat. */
const messages = { chat: { send: 'Ask', placeholder: 'Ask about the data' } }
const store = createComponentStore({ timeline: createTimeline })
const thread = readPageThread()

/** The page: one conversation, and one client for each strategy. */
function Page() {
  const strategySelection = useStrategy()
  return (
    <PfProvider client={clients[strategySelection.strategy]} store={store} policy={policy} messages={messages} htmlSandboxUrl={sandboxPath}>
      <App store={store} thread={thread} strategySelection={strategySelection} />
    </PfProvider>
  )
}

const root = document.getElementById('root')
if (thread.known) await selectStoredStrategy(thread.id)
if (root)
  createRoot(root).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  )
