import { createRunClient } from '@pf/agui-adapter/client'
import { PfProvider } from '@pf/react-renderers'
import { PfChat } from '@pf/react-renderers/chat'
import '@pf/react-renderers/styles.css'

const query = new URLSearchParams(location.search)
const client = createRunClient({ baseUrl: query.get('server') ?? '' })
const examples = [{ ask: 'How late were the departures?', shows: 'A chart and a table' }]

export const Chat = () => (
  <PfProvider client={client}>
    <PfChat threadId={query.get('thread') ?? 'main'} restore={false} examples={examples} />
  </PfProvider>
)
