import type { ComponentProps } from 'react'
import type { Components, ExtraProps } from 'react-markdown'
import { useMessages } from '../../context/use-messages.ts'
import { markdownMessages } from '../../messages/markdown.ts'
import { scrollGroup } from '../shared/scroll-group.ts'
import { CodeBlock } from './code-block.tsx'
import { Formula } from './formula.tsx'
import { MarkdownLink } from './markdown-link.tsx'
import { textOf } from './rehype-steps.ts'
import { RemoteImage } from './remote-image.tsx'

type Props<Tag extends keyof React.JSX.IntrinsicElements> = ComponentProps<Tag> & ExtraProps

/** A formula within a line, or code. */
function Inline({ children, className, node }: Props<'code'>) {
  return className?.split(' ').includes('math-inline') ? <Formula source={textOf(node)} display={false} waits={false} /> : <code>{children}</code>
}

function Table({ children }: Props<'table'>) {
  const messages = useMessages('markdown', markdownMessages)
  return (
    <div className="pf-md-table" {...scrollGroup(messages.table)}>
      <table>{children}</table>
    </div>
  )
}

function TaskBox({ checked }: Props<'input'>) {
  const messages = useMessages('markdown', markdownMessages)
  return <input type="checkbox" checked={checked === true} disabled aria-label={checked ? messages.done : messages.open} />
}

const cell =
  (Tag: 'td' | 'th') =>
  ({ children, style }: Props<'td'>) => (
    <Tag style={style?.textAlign ? { textAlign: style.textAlign } : undefined} {...(Tag === 'th' ? { scope: 'col' } : {})}>
      {children}
    </Tag>
  )

/** Headings start below those of the page around the text. */
const heading =
  (Tag: 'h3' | 'h4' | 'h5' | 'h6') =>
  ({ children, id }: Props<'h2'>) => <Tag id={id}>{children}</Tag>

/** How markdown elements are drawn; only named attributes get through. */
export const markdownComponents: Components = {
  a: MarkdownLink,
  img: ({ src, alt }) => <RemoteImage src={typeof src === 'string' ? src : undefined} alt={alt} />,
  code: Inline,
  pre: CodeBlock,
  table: Table,
  td: cell('td'),
  th: cell('th'),
  input: TaskBox,
  h1: heading('h3'),
  h2: heading('h4'),
  h3: heading('h5'),
  h4: heading('h6'),
  h5: heading('h6'),
  h6: heading('h6'),
}
