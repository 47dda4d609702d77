// The public entry @pf/react-renderers/timeline: the list of events for an inspector. Pages without an inspector do not load it.
export type { Incoming } from './store/model/incoming.ts'
export type { Timeline } from './store/model/timeline.ts'
export { createTimeline } from './store/model/timeline.ts'
export type { TimelineEvent } from './store/model/types.ts'
