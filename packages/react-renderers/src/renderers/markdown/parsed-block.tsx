import { useMemo } from 'react'
import Markdown, { type Options } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import { markdownComponents } from './markdown-components.tsx'
import { rawToText, scopeLabel } from './rehype-steps.ts'
import { htmlSchema, sanitizeSchema } from './sanitize-schema.ts'
import { strictMath } from './strict-math.ts'

type Plugins = NonNullable<Options['remarkPlugins']>

const plain: Plugins = [[remarkGfm, { singleTilde: false }]]
const withMath: Plugins = [...plain, remarkMath, strictMath]
/** Links and images decide for themselves what becomes of an address. */
const asIs = (url: string) => url

interface ParsedBlockProps {
  text: string
  scope: string
  math: boolean
  /** Turns raw HTML into elements, which are cleaned then; without it raw HTML is the text that it is. */
  raw?: Plugins[number]
}

/** Markdown through its parsers to React elements; whatever was made of it, the allowlist is the last step. */
export function ParsedBlock({ text, scope, math, raw }: ParsedBlockProps) {
  const steps = useMemo(() => stepsFor(`pf-md-${scope}-`, raw), [scope, raw])
  return (
    <Markdown {...steps} remarkPlugins={math ? withMath : plain} components={markdownComponents} urlTransform={asIs}>
      {text}
    </Markdown>
  )
}

const stepsFor = (prefix: string, raw: Plugins[number] | undefined): Pick<Options, 'rehypePlugins' | 'remarkRehypeOptions'> => ({
  rehypePlugins: [raw ?? rawToText, [scopeLabel, prefix], [rehypeSanitize, raw ? htmlSchema : sanitizeSchema]],
  remarkRehypeOptions: { clobberPrefix: prefix },
})
