import type { CatalogComponent, JsonObject } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { useDeferredValue, useMemo, useState } from 'react'
import { useRendering } from '../context/pf-context.ts'
import { useMessages } from '../context/use-messages.ts'
import { useKits } from '../hooks/use-kits.ts'
import { componentNames } from '../kits/component-names.ts'
import { labMessages } from '../messages/lab.ts'
import { checkPayload, type LabIssue, type Payload, readText } from './check-payload.ts'

/** The state of the workbench. */
export interface Workbench {
  /** The catalogue entry of the component in the payload, otherwise of the component picked last; undefined if there is none. */
  entry: CatalogComponent | undefined
  text: string
  /** The most recent payload that could be parsed. */
  payload: Payload | undefined
  /** True if `payload` is the current text. */
  current: boolean
  issues: readonly LabIssue[]
  /** True while the kits for the payload are being loaded. */
  checking: boolean
  pick(component: CatalogComponent): void
  /** Restores the example of the open entry. */
  reset(): void
  write(text: string): void
  put(payload: JsonObject): void
}

const pretty = (value: unknown) => JSON.stringify(value, undefined, 2)

/** Returns the payload of a component's example. */
export function exampleOf({ name, example }: CatalogComponent): JsonObject {
  return { component: name, props: isRecord(example?.props) ? (example.props as JsonObject) : {} }
}

const NONE: readonly string[] = []

/** Manages the text of the editor and its parsed content. */
export function useWorkbench(catalog: readonly CatalogComponent[]): Workbench {
  const [name, setName] = useState(() => catalog[0]?.name)
  const [text, setText] = useState(() => (catalog[0] ? pretty(exampleOf(catalog[0])) : ''))
  const readResult = useReadText(text)
  const named = (wanted: string | undefined) => catalog.find((component) => component.name === wanted)
  const entry = named(readResult.payload?.component) ?? named(name)
  const put = (payload: JsonObject) => {
    setText(pretty(payload))
    if (typeof payload.component === 'string') setName(payload.component)
  }
  return {
    entry,
    text,
    ...readResult,
    pick: (component) => put(exampleOf(component)),
    reset: () => entry && put(exampleOf(entry)),
    write: setText,
    put,
  }
}

/** Parses a text after a short pause in typing. The last valid payload is kept. */
function useReadText(text: string): Pick<Workbench, 'payload' | 'current' | 'issues' | 'checking'> {
  const { policy, components } = useRendering()
  const messages = useMessages('lab', labMessages)
  const late = useDeferredValue(text)
  const read = useMemo(() => readText(late, messages), [late, messages])
  const [lastPayload, setLastPayload] = useState(read.payload)
  if (read.payload && read.payload !== lastPayload) setLastPayload(read.payload)
  const { payload } = read
  const names = useMemo(() => (payload ? componentNames(payload.component, payload.props).filter(policy.allows) : NONE), [payload, policy])
  const kits = useKits(names)
  const found = useMemo(
    () => (payload && kits === 'ready' ? checkPayload(late, payload, { components, policy, messages }) : []),
    [late, payload, kits, components, policy, messages],
  )
  return {
    payload: payload ?? lastPayload,
    current: payload !== undefined,
    issues: [...read.issues, ...found],
    checking: payload !== undefined && kits === 'loading',
  }
}
