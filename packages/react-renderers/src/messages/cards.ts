import { plainText } from '../text/plain-text.ts'

/** Messages of the cards that replace a component. `kind` is the result of `kind(component)`. */
export const cardMessages = {
  kind: (component: string) => componentLabel(component),
  preparing: (kind: string) => `Preparing ${kind}`,
  details: 'Details',
  expected: (expected: string) => `expected ${expected}`,
  noRenderer: (kind: string) => `The component “${kind}” is not available on this page.`,
  notEnabled: (kind: string) => `The ${kind} component is not enabled on this page.`,
  notLoaded: (kind: string) => `This ${kind} could not be loaded.`,
  notDrawn: (kind: string) => `This ${kind} could not be drawn.`,
  wrongShape: (kind: string) => `This ${kind} could not be shown: its data does not have the right shape.`,
  rejected: (kind: string) => `This ${kind} could not be shown: its data does not have the right shape.`,
  unfinished: (kind: string) => `This ${kind} is incomplete.`,
  tooDeep: 'This layout is nested too deeply to be shown.',
  moreIssues: (count: number) => (count === 1 ? '1 more problem' : `${count} more problems`),
  skipQuestion: 'Skip question',
}

const labels = new Map([
  ['markdown', 'text'],
  ['metric', 'figure'],
  ['datagrid', 'table'],
  ['echarts', 'chart'],
  ['grid', 'layout'],
  ['callout', 'note'],
  ['json', 'data tree'],
  ['tabs', 'set of tabs'],
  ['accordion', 'list of sections'],
  ['latex', 'formula'],
  ['html', 'page in a frame'],
  ['embed', 'page of another site'],
  ['mermaid', 'diagram'],
  ['plotly', 'chart'],
  ['confirm', 'confirmation'],
  ['select_option', 'choice'],
])

/** Returns the display name of a component. Unknown names are truncated and stripped of control characters. */
const componentLabel = (component: string) => labels.get(component) ?? (plainText(component, 40) || 'component')
