import { createRunClient } from '@pf/agui-adapter/client'
import { PfProvider } from '@pf/react-renderers'
import { builtInComponents, createComponentStore } from '@pf/react-renderers/store'
import { createTimeline } from '@pf/react-renderers/timeline'
import { createPolicy } from '@pf/registry/browser'
import { mapHosts } from '../shared/map-hosts.ts'
import { sandboxPath } from '../shared/sandbox-path.ts'
import { planBase } from '../shared/strategy.ts'
import { App } from './app.tsx'
import { useStrategy } from './shell/use-strategy.ts'
import { threadOfPage } from './thread-id.ts'

const clients = { react: createRunClient(), plan: createRunClient({ baseUrl: planBase }) }
const policy = createPolicy({ allowlist: builtInComponents, urlHosts: mapHosts })
const store = createComponentStore({ timeline: createTimeline })
const thread = threadOfPage()

/** The page: one conversation, and one client for each way to work on it. */
export function Page() {
  const way = useStrategy()
  return (
    <PfProvider client={clients[way.strategy]} store={store} policy={policy} htmlSandboxUrl={sandboxPath}>
      <App store={store} thread={thread} way={way} />
    </PfProvider>
  )
}
