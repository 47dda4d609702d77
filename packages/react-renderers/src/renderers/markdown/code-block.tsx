import { type ComponentProps, type ReactElement, useContext, useId, useMemo } from 'react'
import type { ExtraProps } from 'react-markdown'
import { useRendering } from '../../context/pf-context.ts'
import { useMessages } from '../../context/use-messages.ts'
import { codeMessages } from '../../messages/code.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import type { ComponentState } from '../../store/model/types.ts'
import { CodeLines } from '../code/code-lines.tsx'
import { readLines } from '../code/read-lines.ts'
import { useTokens } from '../code/use-tokens.ts'
import { scrollGroup } from '../shared/scroll-group.ts'
import { MarkdownContext, OpenEndContext } from './markdown-context.ts'
import { textOf } from './rehype-steps.ts'

const PLAIN = { start: 1, marked: new Set<unknown>(), diff: false }

/** Renders a fenced block with highlighted source code. */
export function CodeBlock({ node }: ComponentProps<'pre'> & ExtraProps) {
  const end = useContext(OpenEndContext)
  const code = node?.children.find((child) => child.type === 'element')
  const names = code?.type === 'element' ? [code.properties.className].flat().map(String) : []
  const open = end !== undefined && (node?.position?.end.offset ?? 0) >= end
  const language = (names.find((name) => name.startsWith('language-')) ?? '').slice('language-'.length)
  const text = textOf(code, Number.POSITIVE_INFINITY)
  const source = <Source text={text} language={language} open={open} />
  return language === 'mermaid' && !open && text.trim() !== '' ? <Diagram code={text} source={source} /> : source
}

/** Renders a complete block of Mermaid text as a diagram if the page allows diagrams; otherwise shows its source. */
function Diagram({ code, source }: { code: string; source: ReactElement }) {
  const { policy, componentView: View } = useRendering()
  const id = useId()
  const component = useMemo((): ComponentState => {
    return { key: id, id, component: 'mermaid', props: { code }, status: 'ready', message_id: '', seq: 0, ts: 0, version: 0 }
  }, [id, code])
  return View && policy.allows('mermaid') ? <View component={component} /> : source
}

/** Renders a code block. The last line is only tokenized when it is complete, so that no line is tokenized twice. */
function Source({ text, language, open }: { text: string; language: string; open: boolean }) {
  const messages = useMessages('code', codeMessages)
  const { highlight } = useContext(MarkdownContext)
  const lines = useMemo(() => readLines(text, PLAIN), [text])
  const completeLines = useMemo(() => (open ? lines.slice(0, -1) : lines).map((line) => line.text), [lines, open])
  const tokens = useTokens(completeLines, highlight ? language : '')
  return (
    <figure className="pf-code">
      <figcaption className="pf-code-head">
        <span>{language}</span>
        <CopyButton text={() => text} />
      </figcaption>
      <pre dir="ltr" {...scrollGroup(messages.code(language))}>
        <code>
          <CodeLines lines={lines} tokens={tokens} messages={messages} />
        </code>
      </pre>
    </figure>
  )
}
