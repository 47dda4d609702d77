import { plainText } from './plain-text.ts'

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
export const componentLabel = (component: string) => labels.get(component) ?? (plainText(component, 40) || 'component')
