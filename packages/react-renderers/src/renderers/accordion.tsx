import { useId, useState } from 'react'
import type { RendererProps } from '../context/renderer-props.ts'
import { useMessages } from '../context/use-messages.ts'
import { accordionMessages } from '../messages/accordion.ts'
import { ComponentFrame } from '../parts/component-frame.tsx'
import { plainLine } from '../text/plain-text.ts'
import { readSlots, type Slot } from './slots/read-slots.ts'
import { SlotBody } from './slots/slot-body.tsx'

export type { NestedComponent, RendererInteraction, RendererProps, UploadedFile } from '../context/renderer-props.ts'

/** Renders collapsible sections. A section that was opened once stays mounted, so it keeps its state while it is closed. */
export function AccordionRenderer({ props, id, title, streaming, renderNested }: RendererProps) {
  const slots = readSlots(props.items)
  const messages = useMessages('accordion', accordionMessages)
  const open = useOpenSections(slots, props.allowMultiple === true)
  return (
    <ComponentFrame title={title}>
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
    </ComponentFrame>
  )
}

const nameOf = ({ fields }: Slot) => plainLine(fields.title, 500)

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

/** The open sections of an accordion. */
interface OpenSections {
  isOpen(slot: Slot): boolean
  /** True when the section is open or was open before. */
  wasOpen(slot: Slot): boolean
  toggle(slot: Slot): void
}

interface Choice {
  /** The choices of the user, by key. */
  own: ReadonlyMap<string, boolean>
  touched: boolean
}

/** Opens the sections that the model marks as open. After the first click of the user, sections that arrive later do not change what is open. */
function useOpenSections(slots: readonly Slot[], allowMultiple: boolean): OpenSections {
  const [{ own, touched }, setChoice] = useState<Choice>({ own: new Map(), touched: false })
  const first = slots.find((slot) => slot.fields.defaultOpen === true)?.key
  const byDefault = ({ key, fields }: Slot) => fields.defaultOpen === true && (allowMultiple || (!touched && key === first))
  const isOpen = (slot: Slot) => own.get(slot.key) ?? byDefault(slot)
  return {
    isOpen,
    wasOpen: (slot) => isOpen(slot) || own.has(slot.key),
    toggle(slot) {
      const open = !isOpen(slot)
      const others = allowMultiple || !open ? [] : slots.filter(isOpen).map((other) => [other.key, false] as const)
      setChoice({ own: new Map([...own, ...(touched || allowMultiple ? [] : opened(slots.filter(isOpen))), ...others, [slot.key, open]]), touched: true })
    },
  }
}

/** Keeps sections open that were open by default. */
const opened = (slots: readonly Slot[]) => slots.map((slot) => [slot.key, true] as const)
