import { type KeyboardEvent, useState } from 'react'
import type { Slot } from '../slots/read-slots.ts'

/** Which tab is shown, and how keys move between tabs. */
export interface TabsState {
  selected: string | undefined
  /** Shown now or once before: what was drawn stays drawn. */
  visited(key: string): boolean
  select(key: string): void
  /** Arrows, Home and End; the tab they lead to, when it is another one. */
  move(event: KeyboardEvent<HTMLElement>): string | undefined
}

const isDisabled = ({ fields }: Slot) => fields.disabled === true

/** The reader's choice holds as long as that tab is there; before it, the model's, within what has arrived. */
export function useTabs(slots: readonly Slot[], defaultTab: unknown): TabsState {
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const open = slots.filter((slot) => !isDisabled(slot))
  const selected = (open.find((slot) => slot.key === chosen) ?? initial(slots, defaultTab) ?? open[0])?.key
  function select(key: string) {
    if (!open.some((slot) => slot.key === key)) return
    setSeen(new Set([...seen, key, ...(selected === undefined ? [] : [selected])]))
    setChosen(key)
  }
  return {
    selected,
    visited: (key) => key === selected || seen.has(key),
    select,
    move(event) {
      const at = open.findIndex((slot) => slot.key === selected)
      const next = open.at(target(event, at, open.length))?.key
      if (at < 0 || next === undefined || next === selected) return undefined
      event.preventDefault()
      select(next)
      return next
    },
  }
}

function initial(slots: readonly Slot[], defaultTab: unknown): Slot | undefined {
  const wanted = typeof defaultTab === 'number' && Number.isInteger(defaultTab) ? defaultTab : 0
  const slot = slots[Math.max(0, Math.min(slots.length - 1, wanted))]
  return slot && !isDisabled(slot) ? slot : undefined
}

function target({ key, currentTarget }: KeyboardEvent<HTMLElement>, at: number, count: number): number {
  const back = getComputedStyle(currentTarget).direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft'
  const steps = new Map([
    [back, (at - 1 + count) % count],
    [back === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft', (at + 1) % count],
    ['Home', 0],
    ['End', count - 1],
  ])
  return steps.get(key) ?? at
}
