import { useMemo } from 'react'
import Markdown, { type Options } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import type { TextMark } from '../../context/figure-context.ts'
import { remarkEastAsian } from './east-asian-syntax.ts'
import { remarkFormulas } from './formula-syntax.ts'
import { markFigures } from './mark-figures.ts'
import { markdownComponents } from './markdown-components.tsx'
import { rawToText, scopeLabel } from './rehype-steps.ts'
import { htmlSchema, sanitizeSchema } from './sanitize-schema.ts'

type Plugins = NonNullable<Options['remarkPlugins']>

const plain: Plugins = [[remarkGfm, { singleTilde: false }], remarkEastAsian]
const withMath: Plugins = [...plain, remarkFormulas]
/** The link and image components check URLs themselves. */
const asIs = (url: string) => url

interface ParsedBlockProps {
  text: string
  scope: string
  math: boolean
  /** Plugin that parses raw HTML, which is then sanitized. Without it, raw HTML is shown as text. */
  raw?: Plugins[number]
  /** The figures of the text. */
  marks?: readonly TextMark[] | undefined
}

/** Parses Markdown to React elements. The allowlist is the last step before figures are marked. */
export function ParsedBlock({ text, scope, math, raw, marks }: ParsedBlockProps) {
  const steps = useMemo(() => stepsFor(`pf-md-${scope}-`, raw), [scope, raw])
  const { rehypePlugins = [] } = steps
  // After the allowlist, which does not know the marks.
  const withMarks = useMemo((): Plugins => [...(rehypePlugins ?? []), [markFigures, { source: text, marks }]], [rehypePlugins, text, marks])
  return (
    <Markdown
      {...steps}
      rehypePlugins={marks ? withMarks : rehypePlugins}
      remarkPlugins={math ? withMath : plain}
      components={markdownComponents}
      urlTransform={asIs}
    >
      {text}
    </Markdown>
  )
}

const stepsFor = (prefix: string, raw: Plugins[number] | undefined): Pick<Options, 'rehypePlugins' | 'remarkRehypeOptions'> => ({
  rehypePlugins: [raw ?? rawToText, [scopeLabel, prefix], [rehypeSanitize, raw ? htmlSchema : sanitizeSchema]],
  remarkRehypeOptions: { clobberPrefix: prefix },
})
