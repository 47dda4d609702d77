import { createRunClient } from '@pf/agui-adapter/client'
import { PfProvider } from '@pf/react-renderers'
import { PfChat } from '@pf/react-renderers/chat'
import '@pf/react-renderers/styles.css'
import { createRoot } from 'react-dom/client'
import { gauge } from './agent-ui/generated/kits/gauge.js'
import { Gauge } from './gauge.tsx'

const client = createRunClient()
// Outside of the React component, because new objects cause new renders.
const components = { gauge: Gauge }
const kits = [gauge]

const page = createRoot(document.body.appendChild(document.createElement('main')))
page.render(
  <PfProvider client={client} components={components} kits={kits}>
    <div style={{ position: 'fixed', inset: 0 }}>
      <PfChat threadId="my-thread" examples={[{ ask: 'How full is the disk?', shows: 'A component of this app' }]} />
    </div>
  </PfProvider>,
)
