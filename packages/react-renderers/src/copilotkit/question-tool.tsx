import type { JsonObject, JsonValue } from '@pf/core'
import { isRecord, parseJson } from '@pf/core/internal'
import type { ReactNode } from 'react'
import type { RendererInteraction } from '../context/renderer-props.ts'
import { ChatQuestion } from './chat-question.tsx'

/** The properties that the renderer of a human-in-the-loop tool receives, as far as they are used here. */
export interface PfQuestionToolProps {
  /** `form`, `confirm` or `select_option`. */
  component: string
  toolCallId: string
  /** The props of the component. They are untrusted, and incomplete while the call is still arriving. */
  args: unknown
  /** Undefined until the call can be answered, and after it was answered. */
  respond?: ((result: JsonValue) => unknown) | undefined
  /** The answer as JSON text. */
  result?: string | undefined
}

/**
 * Draws a question. Use it as the result of `render` of CopilotKit's useHumanInTheLoop. It is answered with the user's input, or with
 * `{"status":"cancelled"}` if the user cancels. After the answer, it shows a short summary. It draws nothing while the question cannot be
 * answered here.
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
  return text.length > 100_000 ? undefined : parseJson(text)
}

/** The properties that the renderer of a server's tool receives, as far as they are used here. */
export interface ToolRenderProps {
  toolCallId: string
  args: unknown
  result?: string | undefined
}

/** Draws nothing for a call of `render_component`, whose component is a separate activity. */
const Nothing = () => null
const FormTool = (props: ToolRenderProps) => <PfQuestionTool component="form" {...props} respond={undefined} />
const ConfirmTool = (props: ToolRenderProps) => <PfQuestionTool component="confirm" {...props} respond={undefined} />
const SelectTool = (props: ToolRenderProps) => <PfQuestionTool component="select_option" {...props} respond={undefined} />

/** Draws the calls of the tools of this library, and questions after they were answered. Pass it in `renderToolCalls` of CopilotKitProvider. */
export const pfToolRenderers: { name: string; render: (props: ToolRenderProps) => ReactNode }[] = [
  { name: 'render_component', render: Nothing },
  { name: 'ui_form', render: FormTool },
  { name: 'ui_confirm', render: ConfirmTool },
  { name: 'ui_select_option', render: SelectTool },
]
