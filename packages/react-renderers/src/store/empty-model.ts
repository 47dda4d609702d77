import type { Model } from './model.ts'
import { createTimeline } from './timeline.ts'

/** What a store holds before anything has happened; what it was made with stays. */
export const emptyModel = ({ rules, wake, now }: Pick<Model, 'rules' | 'wake' | 'now'>): Model => ({
  turns: [],
  run: { status: 'idle' },
  shared: undefined,
  source: 'unknown',
  cursors: new Map(),
  previews: new Map(),
  thinkingSince: new Map(),
  timeline: createTimeline(),
  seen: new Set(),
  rules,
  wake,
  now,
})
