// The list of events for an inspector: a tool for developers that no other page pays for.
export type { Incoming } from './store/model/incoming.ts'
export type { Timeline } from './store/model/timeline.ts'
export { createTimeline } from './store/model/timeline.ts'
export type { TimelineEvent } from './store/model/types.ts'
