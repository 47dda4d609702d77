import { type KeyboardEvent, useId, useRef } from 'react'
import type { RendererProps } from '../context/renderer-props.ts'
import { useMessages } from '../context/use-messages.ts'
import { tabsMessages } from '../messages/tabs.ts'
import { ComponentFrame } from '../parts/component-frame.tsx'
import { plainText } from '../text/plain-text.ts'
import { NamedIcon } from './shared/named-icon.tsx'
import { readSlots, type Slot } from './slots/read-slots.ts'
import { SlotBody } from './slots/slot-body.tsx'
import { type TabsState, useTabs } from './tabs/use-tabs.ts'

export type { NestedComponent, RendererInteraction, RendererProps, UploadedFile } from '../context/renderer-props.ts'

const variants: readonly unknown[] = ['enclosed', 'pills']

/** Renders tabs. A tab is rendered when it is first selected, and stays mounted so that it keeps its state. */
export function TabsRenderer({ props, id, title, streaming, renderNested }: RendererProps) {
  const messages = useMessages('tabs', tabsMessages)
  const slots = readSlots(props.tabs)
  const tabs = useTabs(slots, props.defaultTab)
  const scope = useId()
  return (
    <ComponentFrame title={title}>
      <div className="pf-tabs" data-variant={variants.includes(props.variant) ? String(props.variant) : 'line'}>
        <TabList slots={slots} tabs={tabs} scope={scope} name={plainText(title ?? '', 300) || messages.views} messages={messages} />
        {slots.map((slot, index) => (
          <div
            key={slot.key}
            role="tabpanel"
            className="pf-tabs-panel"
            id={`${scope}p${index}`}
            aria-labelledby={`${scope}t${index}`}
            hidden={slot.key !== tabs.selected}
            tabIndex={0}
          >
            {tabs.visited(slot.key) && <SlotBody slot={slot} id={id} streaming={streaming && index === slots.length - 1} renderNested={renderNested} />}
          </div>
        ))}
      </div>
    </ComponentFrame>
  )
}

interface TabListProps {
  slots: readonly Slot[]
  tabs: TabsState
  scope: string
  name: string
  messages: typeof tabsMessages
}

function TabList({ slots, tabs, scope, name, messages }: TabListProps) {
  const list = useRef<HTMLDivElement>(null)
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const next = tabs.move(event)
    const index = slots.findIndex((slot) => slot.key === next)
    if (index >= 0) list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus()
  }
  return (
    <div className="pf-tabs-list" role="tablist" aria-label={name} ref={list} onKeyDown={onKeyDown}>
      {slots.map(({ key, fields }, index) => (
        <button
          key={key}
          type="button"
          role="tab"
          className="pf-tabs-tab"
          id={`${scope}t${index}`}
          aria-selected={key === tabs.selected}
          aria-controls={`${scope}p${index}`}
          disabled={fields.disabled === true}
          tabIndex={key === tabs.selected ? 0 : -1}
          onClick={() => tabs.select(key)}
        >
          <NamedIcon name={fields.icon} />
          <span>{(typeof fields.label === 'string' && plainText(fields.label, 200)) || messages.view(index + 1)}</span>
        </button>
      ))}
    </div>
  )
}
