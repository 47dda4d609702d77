import type { Story } from '@pf/testing'
import { catalogueStory } from './stories/catalogue.ts'
import { chartStory } from './stories/chart.ts'
import { chooseStory } from './stories/choose.ts'
import { compareStory } from './stories/compare.ts'
import { dashboardStory } from './stories/dashboard.ts'
import { describeStory } from './stories/describe.ts'
import { draftStory } from './stories/draft.ts'
import { explainStory } from './stories/explain.ts'
import { fallbackStory } from './stories/fallback.ts'
import { mapStory } from './stories/map.ts'
import { mediaStory } from './stories/media.ts'
import { plannedStory } from './stories/planned.ts'
import { repairStory } from './stories/repair.ts'
import { reportStory } from './stories/report.ts'
import { saveStory } from './stories/save.ts'
import { slowStory } from './stories/slow.ts'
import { spreadStory } from './stories/spread.ts'
import { tableStory } from './stories/table.ts'
import { whatIfStory } from './stories/what-if.ts'

/** The stories of the scripted model. The first story that matches is used; the last one always matches. */
export const stories: readonly Story[] = [
  draftStory,
  plannedStory,
  slowStory,
  repairStory,
  reportStory,
  explainStory,
  mapStory,
  mediaStory,
  whatIfStory,
  spreadStory,
  saveStory,
  compareStory,
  catalogueStory,
  dashboardStory,
  describeStory,
  chartStory,
  tableStory,
  chooseStory,
  fallbackStory,
]
