// The public entry @pf/react-renderers/copilotkit. It does not import CopilotKit: its types are compatible.
export type { ContentSchema } from './copilotkit/activity-renderer.tsx'
export { PfComponent, pfActivityRenderer } from './copilotkit/activity-renderer.tsx'
export type { PfInterrupt, PfInterruptsProps } from './copilotkit/interrupts.tsx'
export { PfInterrupts } from './copilotkit/interrupts.tsx'
export type { PfQuestionToolProps, ToolRenderProps } from './copilotkit/question-tool.tsx'
export { PfQuestionTool, pfToolRenderers } from './copilotkit/question-tool.tsx'
export type { ComponentContent } from './copilotkit/read-component.ts'
