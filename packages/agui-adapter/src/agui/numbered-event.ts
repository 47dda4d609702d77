import type { AguiEvent } from './agui-event.ts'

/** A wire event with its SSE id; an event that no log holds has none. */
export interface NumberedEvent {
  id?: string
  event: AguiEvent
}
