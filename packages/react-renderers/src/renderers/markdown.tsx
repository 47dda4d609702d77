import { useRendering } from '../context/pf-context.ts'
import type { RendererProps } from '../context/renderer-props.ts'
import { ComponentFrame } from '../parts/component-frame.tsx'
import { MarkdownView } from './markdown/markdown-view.tsx'

export type { NestedComponent, RendererInteraction, RendererProps, UploadedFile } from '../context/renderer-props.ts'

export type { MarkdownViewProps } from './markdown/markdown-view.tsx'
export { MarkdownView } from './markdown/markdown-view.tsx'

/** Renders Markdown as a component. */
export function MarkdownRenderer({ props, title, streaming }: RendererProps) {
  const { policy } = useRendering()
  const { content } = props
  return (
    <ComponentFrame title={title}>
      <MarkdownView
        text={typeof content === 'string' ? content : ''}
        streaming={streaming}
        highlight={props.syntaxHighlight !== false}
        math={props.mathEnabled !== false}
        html={policy.allowHtml && props.allowHtml === true}
      />
    </ComponentFrame>
  )
}
