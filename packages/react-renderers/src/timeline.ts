// The list of events for an inspector: a tool for developers that no other page pays for.
export { createTimeline, type Timeline } from './store/timeline.ts'
export type { TimelineEvent } from './store/types.ts'
