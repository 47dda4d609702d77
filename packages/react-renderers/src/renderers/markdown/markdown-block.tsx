import { memo, useMemo } from 'react'
import Markdown, { type Options } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { isCostly } from './is-costly.ts'
import { markdownComponents } from './markdown-components.tsx'
import { rawToText, scopeLabel } from './rehype-steps.ts'
import { sanitizeSchema } from './sanitize-schema.ts'

const remarkPlugins: Options['remarkPlugins'] = [[remarkGfm, { singleTilde: false }]]
/** Links and images decide for themselves what becomes of an address. */
const asIs = (url: string) => url

interface MarkdownBlockViewProps {
  text: string
  /** Prefix of footnote ids, so that two texts on a page do not answer for each other. */
  scope: string
}

/** One block; parsed again only when its text changes. What would cost too much to parse stays plain text. */
export const MarkdownBlockView = /* @__PURE__ */ memo(function MarkdownBlockView({ text, scope }: MarkdownBlockViewProps) {
  const steps = useMemo(() => stepsFor(`pf-md-${scope}-`), [scope])
  if (isCostly(text)) return <div className="pf-md-plain">{text}</div>
  return (
    <Markdown {...steps} remarkPlugins={remarkPlugins} components={markdownComponents} urlTransform={asIs}>
      {text}
    </Markdown>
  )
})

const stepsFor = (prefix: string): Pick<Options, 'rehypePlugins' | 'remarkRehypeOptions'> => ({
  rehypePlugins: [rawToText, [scopeLabel, prefix], [rehypeSanitize, sanitizeSchema]],
  remarkRehypeOptions: { clobberPrefix: prefix },
})
