import type { ReactNode } from 'react'
import { PfQuestionTool } from './question-tool.tsx'

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
