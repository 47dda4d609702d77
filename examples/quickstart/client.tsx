import { createFileClient, createRunClient } from '@pf/agui-adapter/client'
import { PfProvider } from '@pf/react-renderers'
import { PfChat } from '@pf/react-renderers/chat'
import '@pf/react-renderers/styles.css'
import { createRoot } from 'react-dom/client'

const client = createRunClient()
const files = createFileClient()

const page = createRoot(document.body.appendChild(document.createElement('main')))
page.render(
  <PfProvider client={client}>
    <div style={{ position: 'fixed', inset: 0 }}>
      <PfChat threadId="my-thread" files={files} examples={[{ ask: 'Roll a die', shows: 'A number from a tool' }]} />
    </div>
  </PfProvider>,
)
