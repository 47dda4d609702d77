import { componentLabel } from '../text/component-label.ts'

/** What stands in the place of a component; `kind` is what `kind(component)` calls it. */
export const cardMessages = {
  kind: (component: string) => componentLabel(component),
  preparing: (kind: string) => `Preparing ${kind}`,
  details: 'Details',
  needs: (expected: string) => `needs ${expected}`,
  noRenderer: (kind: string) => `There is no renderer for “${kind}” on this page.`,
  notEnabled: (kind: string) => `The ${kind} component is not enabled on this page.`,
  notLoaded: (kind: string) => `This ${kind} could not be loaded.`,
  notDrawn: (kind: string) => `This ${kind} could not be drawn.`,
  wrongShape: (kind: string) => `This ${kind} could not be shown: its data does not have the right shape.`,
  rejected: (kind: string) => `This ${kind} could not be shown: the data for it did not have the right shape.`,
  unfinished: (kind: string) => `This ${kind} was not finished.`,
  tooDeep: 'This layout is nested too deeply to be shown.',
  leave: 'Leave without an answer',
}
