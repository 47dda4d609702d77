'use client'

import { createFileClient, createRunClient } from '@pf/agui-adapter/client'
import { PfProvider } from '@pf/react-renderers'
import { PfChat } from '@pf/react-renderers/chat'
import '@pf/react-renderers/styles.css'
import { useEffect, useMemo, useState } from 'react'

const examples = [{ ask: 'Show the sales of 2025 as a chart', shows: 'A line chart of 365 rows that the model has not read' }]

/** A conversation with the agent, in the whole window. `baseUrl` is the prefix of the server's paths. */
export default function Chat({ baseUrl = '' }: { baseUrl?: string }) {
  const client = useMemo(() => createRunClient({ baseUrl }), [baseUrl])
  const files = useMemo(() => createFileClient({ baseUrl }), [baseUrl])
  const scripted = useScripted(baseUrl)
  return (
    <PfProvider client={client}>
      <div style={{ position: 'fixed', inset: 0 }}>
        <PfChat
          threadId="main"
          files={files}
          examples={examples}
          {...(scripted ? { notice: 'The scripted model answers. Set OPENAI_API_KEY in .env to use a real one.' } : {})}
        />
      </div>
    </PfProvider>
  )
}

/** True if the server says that it has no model key. */
function useScripted(baseUrl: string): boolean {
  const [scripted, setScripted] = useState(false)
  useEffect(() => {
    fetch(`${baseUrl}/status`)
      .then((response) => response.json())
      .then((status: { scripted: boolean }) => setScripted(status.scripted))
      .catch(() => undefined)
  }, [baseUrl])
  return scripted
}
