import type { JsonObject, JsonValue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { ReactNode } from 'react'
import type { RendererInteraction } from '../context/renderer-props.ts'
import { Asked } from './asked.tsx'

/** What the renderer of a tool that a human answers is given, as far as it is used here. */
export interface PfQuestionToolProps {
  /** `form`, `confirm` or `select_option`. */
  component: string
  toolCallId: string
  /** The component's props: untrusted, and a part of them while the call is still arriving. */
  args: unknown
  /** Undefined until the call can be answered, and once it was. */
  respond?: ((result: JsonValue) => unknown) | undefined
  /** The answer as JSON text. */
  result?: string | undefined
}

/**
 * What `render` of CopilotKit's useHumanInTheLoop returns: a question, answered with what the user enters, or with `{"status":"cancelled"}`
 * when they leave it; a few lines once it is answered. Nothing while nobody here can answer.
 */
export function PfQuestionTool({ component, toolCallId, args, respond, result }: PfQuestionToolProps): ReactNode {
  if (!isRecord(args) || (!respond && result === undefined)) return null
  return (
    <Asked
      id={toolCallId}
      component={component}
      props={args as JsonObject}
      onSubmit={respond}
      onCancel={respond && (() => respond({ status: 'cancelled' }))}
      over={result === undefined ? undefined : ended(result)}
    />
  )
}

const left = new Set<unknown>(['cancelled', 'expired', 'superseded'])

function ended(text: string): Pick<RendererInteraction, 'state' | 'value'> {
  const value = read(text)
  if (!isRecord(value)) return { state: 'answered' }
  if (Object.hasOwn(value, 'status') && left.has(value.status)) return { state: value.status === 'expired' ? 'expired' : 'cancelled' }
  return { state: 'answered', value: value as JsonObject }
}

function read(text: string): unknown {
  if (text.length > 100_000) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
