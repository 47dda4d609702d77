import type { JsonObject, JsonValue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { ReactNode } from 'react'
import { ChatQuestion } from './chat-question.tsx'

/** What is read of an interrupt of AG-UI. */
export interface PfInterrupt {
  id: string
  metadata?: Record<string, unknown> | undefined
}

/** What `render` of useInterrupt is given, as far as it is used here. */
export interface PfInterruptsProps {
  interrupts: readonly PfInterrupt[]
  resolve(payload: JsonValue, interruptId: string): unknown
  cancel(interruptId: string): unknown
}

/**
 * The open questions of an agent of ours, each with its form: what `render` of CopilotKit's useInterrupt returns. Others' interrupts are
 * left out. Files can be given inside a PfProvider, whose client uploads them.
 */
export function PfInterrupts({ interrupts, resolve, cancel }: PfInterruptsProps): ReactNode {
  return interrupts.map(({ id, metadata }) => {
    const { component, props } = metadata ?? {}
    if (typeof component !== 'string' || !isRecord(props)) return null
    const handlers = { onSubmit: (result: JsonValue) => resolve(result, id), onCancel: () => cancel(id) }
    return <ChatQuestion key={id} id={id} component={component} props={props as JsonObject} takesFiles {...handlers} />
  })
}
