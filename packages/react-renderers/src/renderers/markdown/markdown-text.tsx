import { lazy, memo, Suspense } from 'react'
import { StreamingCaret } from '../../parts/streaming-caret.tsx'
import { withoutBidi } from '../../text/plain-text.ts'

const MarkdownView = /* @__PURE__ */ lazy(() => import('./markdown-view.tsx').then((module) => ({ default: module.MarkdownView })))

/** Props of MarkdownText. */
export interface MarkdownTextProps {
  text: string
  /** True while more text is arriving. Shows the caret. */
  streaming?: boolean
  /** True if the text was cut off, for example after Stop. Open formatting is closed. */
  cut?: boolean
}

/** Renders the text of an answer as Markdown. Until the Markdown code is loaded, it is plain text of the same size. */
export const MarkdownText = /* @__PURE__ */ memo(function MarkdownText({ text, streaming = false, cut = false }: MarkdownTextProps) {
  const plain = (
    <div className="pf-md pf-md-plain">
      {withoutBidi(text)}
      {streaming && <StreamingCaret />}
    </div>
  )
  return (
    <Suspense fallback={plain}>
      <MarkdownView text={text} streaming={streaming} cut={cut} />
    </Suspense>
  )
})
