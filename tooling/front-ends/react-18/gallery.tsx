import type { JsonObject, JsonValue, RunClient } from '@pf/core'
import { ComponentRenderer, PfProvider } from '@pf/react-renderers'
import { PfQuestionTool } from '@pf/react-renderers/copilotkit'
import { createPolicy, getComponent } from '@pf/registry'
import { builtInComponents } from '@pf/registry/browser'
import { StrictMode, useState } from 'react'
import { kits } from './kits'

const policy = createPolicy({ allowlist: [...builtInComponents], urlHosts: ['media.example.org'] })
const never = () => Promise.reject(new Error('not on this page'))
const silent = async function* () {}
const client: RunClient = { start: silent, attach: silent, answer: never, cancel: never, thread: never, upload: never, page: never, catalog: never }

/** Shows the registry's example of every component. An answer is shown below its component. */
export const Gallery = () => (
  <StrictMode>
    <PfProvider client={client} policy={policy} kits={kits} locale="en">
      {builtInComponents.map((name) => (
        <div key={name} id={name}>
          {getComponent(name)?.interactive ? <Question name={name} /> : <ComponentRenderer component={stateOf(name)} />}
        </div>
      ))}
    </PfProvider>
  </StrictMode>
)

function Question({ name }: { name: string }) {
  const [answer, setAnswer] = useState<string>()
  const respond = (given: JsonValue) => setAnswer(JSON.stringify(given))
  return (
    <>
      <PfQuestionTool component={name} toolCallId={name} args={exampleOf(name)} respond={answer ? undefined : respond} result={answer} />
      <output>{answer}</output>
    </>
  )
}

const stateOf = (name: string) => ({
  key: name,
  id: name,
  component: name,
  props: exampleOf(name),
  status: 'ready' as const,
  message_id: 'm',
  seq: 0,
  ts: 0,
  version: 0,
})

function exampleOf(name: string): JsonObject {
  const example = getComponent(name)?.example
  return (example && 'props' in example ? example.props : {}) as JsonObject
}
