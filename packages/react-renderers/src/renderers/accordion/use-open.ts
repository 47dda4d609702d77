import { useState } from 'react'
import type { Slot } from '../shared/read-slots.ts'

/** Which sections are open, and the way to open and close one. */
export interface OpenSections {
  isOpen(slot: Slot): boolean
  /** Open now, or open once before: what was drawn stays drawn. */
  wasOpen(slot: Slot): boolean
  toggle(slot: Slot): void
}

interface Choice {
  /** What the reader did, by key. */
  own: ReadonlyMap<string, boolean>
  touched: boolean
}

/** The model says what is open at first; from the reader's first click on, sections that still arrive do not close what was opened. */
export function useOpen(slots: readonly Slot[], many: boolean): OpenSections {
  const [{ own, touched }, setChoice] = useState<Choice>({ own: new Map(), touched: false })
  const first = slots.find((slot) => slot.fields.defaultOpen === true)?.key
  const byDefault = ({ key, fields }: Slot) => fields.defaultOpen === true && (many || (!touched && key === first))
  const isOpen = (slot: Slot) => own.get(slot.key) ?? byDefault(slot)
  return {
    isOpen,
    wasOpen: (slot) => isOpen(slot) || own.has(slot.key),
    toggle(slot) {
      const open = !isOpen(slot)
      const others = many || !open ? [] : slots.filter(isOpen).map((other) => [other.key, false] as const)
      setChoice({ own: new Map([...own, ...(touched || many ? [] : opened(slots.filter(isOpen))), ...others, [slot.key, open]]), touched: true })
    },
  }
}

/** What was open by default stays so once the default no longer holds. */
const opened = (slots: readonly Slot[]) => slots.map((slot) => [slot.key, true] as const)
