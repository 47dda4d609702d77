import { MarkdownText } from '../../parts/markdown-text.tsx'
import type { RendererProps } from '../../renderer/renderer-props.ts'
import type { Slot } from './read-slots.ts'

interface SlotBodyProps {
  slot: Slot
  id: string
  streaming: boolean
  renderNested: RendererProps['renderNested']
}

/** Text of an entry and its component below. */
export function SlotBody({ slot: { key, content, nested }, id, streaming, renderNested }: SlotBodyProps) {
  return (
    <>
      {content !== '' && <MarkdownText text={content} streaming={streaming && !nested} />}
      {nested && renderNested({ ...nested, id: `${id}/${key}` })}
    </>
  )
}
