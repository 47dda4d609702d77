import type { JsonObject, JsonValue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { ReactNode } from 'react'
import { ChatQuestion } from './chat-question.tsx'

/** The properties of an AG-UI interrupt that are used. */
export interface PfInterrupt {
  id: string
  metadata?: Record<string, unknown> | undefined
}

/** The properties that `render` of useInterrupt receives, as far as they are used here. */
export interface PfInterruptsProps {
  interrupts: readonly PfInterrupt[]
  resolve(payload: JsonValue, interruptId: string): unknown
  cancel(interruptId: string): unknown
}

/**
 * Draws the open questions of an agent, each with its form. Use it as the result of `render` of CopilotKit's useInterrupt. Interrupts of
 * other agents are ignored. Files can be uploaded inside a PfProvider, by its client.
 */
export function PfInterrupts({ interrupts, resolve, cancel }: PfInterruptsProps): ReactNode {
  return interrupts.map(({ id, metadata }) => {
    const { component, props } = metadata ?? {}
    if (typeof component !== 'string' || !isRecord(props)) return null
    const handlers = { onSubmit: (result: JsonValue) => resolve(result, id), onCancel: () => cancel(id) }
    return <ChatQuestion key={id} id={id} component={component} props={props as JsonObject} takesFiles {...handlers} />
  })
}
