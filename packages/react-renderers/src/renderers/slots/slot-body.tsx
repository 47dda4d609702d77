import type { RendererProps } from '../../context/renderer-props.ts'
import { MarkdownText } from '../markdown/markdown-text.tsx'
import type { Slot } from './read-slots.ts'

interface SlotBodyProps {
  slot: Slot
  id: string
  streaming: boolean
  renderNested: RendererProps['renderNested']
}

/** The text of an entry followed by its component. */
export function SlotBody({ slot: { key, content, nested }, id, streaming, renderNested }: SlotBodyProps) {
  return (
    <>
      {content !== '' && <MarkdownText text={content} streaming={streaming && !nested} />}
      {nested && renderNested({ ...nested, id: `${id}/${key}` })}
    </>
  )
}
