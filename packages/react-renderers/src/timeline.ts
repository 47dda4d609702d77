// The list of events for an inspector: a tool for developers that no other page pays for.
export type { Cursor } from './store/cursor.ts'
export type { Incoming } from './store/incoming.ts'
export type { Timeline } from './store/timeline.ts'
export { createTimeline } from './store/timeline.ts'
export type { TimelineEvent } from './store/types.ts'
