import type { Model } from './model.ts'

/** What a store holds before anything has happened; what it was made with stays. */
export const emptyModel = ({ rules, wake, now, newTimeline }: Pick<Model, 'rules' | 'wake' | 'now' | 'newTimeline'>): Model => ({
  turns: [],
  run: { status: 'idle' },
  shared: undefined,
  source: 'unknown',
  cursors: new Map(),
  previews: new Map(),
  thinkingSince: new Map(),
  timeline: newTimeline?.(),
  seen: new Set(),
  rules,
  wake,
  now,
  newTimeline,
})
