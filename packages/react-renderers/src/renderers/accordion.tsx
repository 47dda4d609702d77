import { useId } from 'react'
import type { RendererProps } from '../context/renderer-props.ts'
import { useMessages } from '../context/use-messages.ts'
import { accordionMessages } from '../messages/accordion.ts'
import { ArtifactFrame } from '../parts/artifact-frame.tsx'
import { plainText } from '../text/plain-text.ts'
import { useOpen } from './accordion/use-open.ts'
import { readSlots, type Slot } from './shared/read-slots.ts'
import { SlotBody } from './shared/slot-body.tsx'

/** Sections that unfold one below the other; what was drawn once keeps its state while it is folded. */
export function AccordionRenderer({ props, id, title, streaming, renderNested }: RendererProps) {
  const slots = readSlots(props.items)
  const messages = useMessages('accordion', accordionMessages)
  const open = useOpen(slots, props.allowMultiple === true)
  return (
    <ArtifactFrame title={title}>
      <div className="pf-accordion">
        {slots.map((slot, index) => (
          <Section
            key={slot.key}
            name={nameOf(slot) || messages.section(index + 1)}
            open={open.isOpen(slot)}
            drawn={open.wasOpen(slot)}
            onToggle={() => open.toggle(slot)}
          >
            <SlotBody slot={slot} id={id} streaming={streaming && index === slots.length - 1} renderNested={renderNested} />
          </Section>
        ))}
      </div>
    </ArtifactFrame>
  )
}

const nameOf = ({ fields }: Slot) => (typeof fields.title === 'string' ? plainText(fields.title, 500) : '')

interface SectionProps {
  name: string
  open: boolean
  drawn: boolean
  onToggle: () => void
  children: React.ReactNode
}

function Section({ name, open, drawn, onToggle, children }: SectionProps) {
  const id = useId()
  return (
    <div className="pf-accordion-item" data-open={open || undefined}>
      <h4 className="pf-accordion-head">
        <button type="button" id={`${id}b`} aria-expanded={open} aria-controls={`${id}p`} onClick={onToggle}>
          <span>{name}</span>
        </button>
      </h4>
      <section className="pf-accordion-panel" id={`${id}p`} aria-labelledby={`${id}b`} hidden={!open}>
        {drawn && children}
      </section>
    </div>
  )
}
