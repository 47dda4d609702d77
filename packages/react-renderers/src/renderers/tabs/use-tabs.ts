import { type KeyboardEvent, useState } from 'react'
import type { Slot } from '../slots/read-slots.ts'

/** The selected tab and the keyboard navigation. */
export interface TabsState {
  selected: string | undefined
  /** True when the tab is or was selected. */
  visited(key: string): boolean
  select(key: string): void
  /** Handles the arrow keys, Home and End. Returns the key of the newly selected tab. */
  move(event: KeyboardEvent<HTMLElement>): string | undefined
}

const isDisabled = ({ fields }: Slot) => fields.disabled === true

/** Selects the tab chosen by the user as long as it exists, or else the default tab of the model. */
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
