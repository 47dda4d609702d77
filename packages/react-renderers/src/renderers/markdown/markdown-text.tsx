import { lazy, memo, Suspense } from 'react'
import { StreamingCaret } from '../../parts/streaming-caret.tsx'
import { withoutBidi } from '../../text/plain-text.ts'

const MarkdownView = /* @__PURE__ */ lazy(() => import('./markdown-view.tsx').then((module) => ({ default: module.MarkdownView })))

/** Props of MarkdownText. */
export interface MarkdownTextProps {
  text: string
  /** More is still to come: shows the caret. */
  streaming?: boolean
  /** It ended before it was finished, as after Stop: what is open in it is closed. */
  cut?: boolean
}

/** Answer text as markdown; as plain text of the same size until the markdown chunk is there. */
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
