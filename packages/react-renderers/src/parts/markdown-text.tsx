import { lazy, memo, Suspense } from 'react'
import { withoutBidi } from '../text/plain-text.ts'
import { StreamingCaret } from './streaming-caret.tsx'

const MarkdownView = /* @__PURE__ */ lazy(() => import('../renderers/markdown.tsx').then((module) => ({ default: module.MarkdownView })))

interface MarkdownTextProps {
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
