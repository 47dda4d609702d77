import type { JsonObject, JsonValue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { ReactNode } from 'react'
import type { RendererInteraction } from '../context/renderer-props.ts'
import { ChatQuestion } from './chat-question.tsx'

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
    <ChatQuestion
      id={toolCallId}
      component={component}
      props={args as JsonObject}
      onSubmit={respond}
      onCancel={respond && (() => respond({ status: 'cancelled' }))}
      outcome={result === undefined ? undefined : readOutcome(result)}
    />
  )
}

const cancelledStatuses = new Set<unknown>(['cancelled', 'expired', 'superseded'])

function readOutcome(text: string): Pick<RendererInteraction, 'state' | 'value'> {
  const value = parseResult(text)
  if (!isRecord(value)) return { state: 'answered' }
  if (Object.hasOwn(value, 'status') && cancelledStatuses.has(value.status)) return { state: value.status === 'expired' ? 'expired' : 'cancelled' }
  return { state: 'answered', value: value as JsonObject }
}

function parseResult(text: string): unknown {
  if (text.length > 100_000) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What the renderer of a server's tool is given, as far as it is used here. */
export interface ToolRenderProps {
  toolCallId: string
  args: unknown
  result?: string | undefined
}

/** A call of `render_component` shows nothing: its component is an activity beside it. */
const Nothing = () => null
const FormTool = (props: ToolRenderProps) => <PfQuestionTool component="form" {...props} respond={undefined} />
const ConfirmTool = (props: ToolRenderProps) => <PfQuestionTool component="confirm" {...props} respond={undefined} />
const SelectTool = (props: ToolRenderProps) => <PfQuestionTool component="select_option" {...props} respond={undefined} />

/** Draws the calls of our own tools, questions once they are answered: entries of `renderToolCalls` of CopilotKitProvider. */
export const pfToolRenderers: { name: string; render: (props: ToolRenderProps) => ReactNode }[] = [
  { name: 'render_component', render: Nothing },
  { name: 'ui_form', render: FormTool },
  { name: 'ui_confirm', render: ConfirmTool },
  { name: 'ui_select_option', render: SelectTool },
]
