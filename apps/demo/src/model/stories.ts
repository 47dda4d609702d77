import type { Story } from '@pf/testing'
import { askStory } from './stories/ask.ts'
import { backgroundStory } from './stories/background.ts'
import { catalogueStory } from './stories/catalogue.ts'
import { chartStory } from './stories/chart.ts'
import { chooseStory } from './stories/choose.ts'
import { compareStory } from './stories/compare.ts'
import { dashboardStory } from './stories/dashboard.ts'
import { describeStory } from './stories/describe.ts'
import { draftStory } from './stories/draft.ts'
import { explainStory } from './stories/explain.ts'
import { fileStory } from './stories/file.ts'
import { mapStory } from './stories/map.ts'
import { mediaStory } from './stories/media.ts'
import { notUnderstoodStory } from './stories/not-understood.ts'
import { plannedStory } from './stories/planned.ts'
import { refuseStory } from './stories/refuse.ts'
import { repairStory } from './stories/repair.ts'
import { reportStory } from './stories/report.ts'
import { saveStory } from './stories/save.ts'
import { scheduleStory } from './stories/schedule.ts'
import { slowStory } from './stories/slow.ts'
import { spreadStory } from './stories/spread.ts'
import { tableStory } from './stories/table.ts'
import { talkStory } from './stories/talk.ts'
import { whatIfStory } from './stories/what-if.ts'

/**
 * The stories of the scripted model. The first story that matches is used; the last one always matches. A story matches only a question of
 * which it knows every content word. Other questions are converted to a query, and words that are not understood are listed.
 */
export const stories: readonly Story[] = [
  draftStory,
  plannedStory,
  fileStory,
  refuseStory,
  talkStory,
  slowStory,
  backgroundStory,
  scheduleStory,
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
  askStory,
  chooseStory,
  notUnderstoodStory,
]
