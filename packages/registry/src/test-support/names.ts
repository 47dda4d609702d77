/** Every component in catalogue order. */
export const catalogNames = [
  'echarts',
  'mermaid',
  'plotly',
  'datagrid',
  'json',
  'metric',
  'callout',
  'code',
  'latex',
  'markdown',
  'confirm',
  'form',
  'select_option',
  'accordion',
  'grid',
  'report',
  'tabs',
  'embed',
  'html',
  'image',
  'video',
]

/** Those that run or load something foreign, and that a host must ask for. */
export const optInNames = ['embed', 'html', 'video']

/** What a policy enables that says nothing. */
export const defaultNames: string[] = catalogNames.filter((name) => !optInNames.includes(name))
