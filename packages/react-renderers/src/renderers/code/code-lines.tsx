import { memo } from 'react'
import type { codeMessages } from '../../messages/code.ts'
import type { Token } from './highlighter.ts'
import type { CodeLine } from './read-lines.ts'

interface CodeLinesProps {
  lines: readonly CodeLine[]
  tokens: readonly (readonly Token[])[]
  messages: typeof codeMessages
}

const GROUP = 100

/** Renders lines in groups whose layout is skipped while they are off screen. */
export function CodeLines({ lines, tokens, messages }: CodeLinesProps) {
  const groups = Array.from({ length: Math.ceil(lines.length / GROUP) }, (_, index) => index * GROUP)
  return groups.map((from) => (
    <span className="pf-lines" key={from}>
      {lines.slice(from, from + GROUP).map((line, index) => (
        <Line key={line.number} {...line} tokens={tokens[from + index]} messages={messages} />
      ))}
    </span>
  ))
}

interface LineProps extends CodeLine {
  tokens: readonly Token[] | undefined
  messages: typeof codeMessages
}

const Line = memo(function Line({ text, number, marked, change, tokens, messages }: LineProps) {
  return (
    <span className="pf-line" data-number={number} data-marked={marked || undefined} data-change={change}>
      {change && <span className="pf-sr">{messages[change]}</span>}
      {tokens ? tokens.map((token) => <Piece key={token.at} {...token} />) : text}
      {'\n'}
    </span>
  )
})

const Piece = ({ text, kind }: Omit<Token, 'at'>) => (kind === '' ? text : <span data-token={kind}>{text}</span>)
