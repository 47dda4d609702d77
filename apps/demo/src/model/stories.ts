import type { Story } from '@pf/testing'
import { catalogueStory } from './stories/catalogue.ts'
import { chartStory } from './stories/chart.ts'
import { compareStory } from './stories/compare.ts'
import { dashboardStory } from './stories/dashboard.ts'
import { describeStory } from './stories/describe.ts'
import { draftStory } from './stories/draft.ts'
import { fallbackStory } from './stories/fallback.ts'
import { plannedStory } from './stories/planned.ts'
import { repairStory } from './stories/repair.ts'
import { reportStory } from './stories/report.ts'
import { saveStory } from './stories/save.ts'
import { slowStory } from './stories/slow.ts'
import { tableStory } from './stories/table.ts'

/** What the demo's scripted model can do; the first that matches answers, the last one always does. */
export const stories: readonly Story[] = [
  draftStory,
  plannedStory,
  slowStory,
  repairStory,
  reportStory,
  saveStory,
  compareStory,
  catalogueStory,
  dashboardStory,
  describeStory,
  chartStory,
  tableStory,
  fallbackStory,
]
