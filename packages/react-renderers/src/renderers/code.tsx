import { useMemo, useState } from 'react'
import type { RendererProps } from '../context/renderer-props.ts'
import { useMessages } from '../context/use-messages.ts'
import { codeMessages } from '../messages/code.ts'
import { ComponentFrame } from '../parts/component-frame.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { plainLine, withoutBidi } from '../text/plain-text.ts'
import { styleVars } from '../text/style-vars.ts'
import { CodeLines } from './code/code-lines.tsx'
import { readLines } from './code/read-lines.ts'
import { useTokens } from './code/use-tokens.ts'
import { cssLength } from './shared/css-size.ts'
import { scrollGroup } from './shared/scroll-group.ts'

export type { NestedComponent, RendererInteraction, RendererProps, UploadedFile } from '../context/renderer-props.ts'

const INITIAL_LINES = 2_000

/** Renders source code with line numbers, highlighted lines and syntax colours. The text is plain until the grammar has loaded; its size does not change. */
export function CodeRenderer({ props, title, streaming }: RendererProps) {
  const messages = useMessages('code', codeMessages)
  const code = typeof props.code === 'string' ? props.code : ''
  const [visibleCount, setVisibleCount] = useState(INITIAL_LINES)
  const language = plainLine(props.language, 40)
  const lines = useLines(props, code)
  // The last line is only tokenized when it is complete, so that no line is tokenized twice.
  const texts = useMemo(() => (streaming ? lines.slice(0, -1) : lines).map((plainLine) => plainLine.text), [lines, streaming])
  const tokens = useTokens(texts, language)
  const name = plainLine(props.filename, 300) || language
  const hiddenCount = lines.length - visibleCount
  return (
    <ComponentFrame title={title}>
      <figure className="pf-code">
        <figcaption className="pf-code-head">
          <span className="pf-code-name">{name}</span>
          {props.copyable !== false && <CopyButton text={() => withoutBidi(code)} />}
        </figcaption>
        <pre
          className="pf-code-body"
          dir="ltr"
          data-numbers={props.showLineNumbers !== false || undefined}
          data-diff={props.diff === true || undefined}
          style={styleVars({ '--pf-code-height': cssLength(props.maxHeight) ?? '480px', '--pf-code-digits': String(lines.at(-1)?.number ?? 1).length })}
          {...scrollGroup(messages.code(name))}
        >
          <code>
            <CodeLines lines={lines.slice(0, visibleCount)} tokens={tokens} messages={messages} />
          </code>
        </pre>
        {hiddenCount > 0 && (
          <button type="button" className="pf-tool pf-code-more" onClick={() => setVisibleCount(visibleCount * 2)}>
            {messages.more(Math.min(hiddenCount, visibleCount), hiddenCount)}
          </button>
        )}
      </figure>
    </ComponentFrame>
  )
}

function useLines({ startLine, highlightLines, diff }: RendererProps['props'], code: string) {
  return useMemo(() => {
    const start = typeof startLine === 'number' && Number.isSafeInteger(startLine) && startLine >= 0 ? startLine : 1
    return readLines(code, { start, marked: new Set(Array.isArray(highlightLines) ? highlightLines : []), diff: diff === true })
  }, [code, startLine, highlightLines, diff])
}
