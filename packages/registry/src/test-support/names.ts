/** All components in catalogue order. */
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

/** Components that run or load third-party content and that a host must enable explicitly. */
export const optInNames = ['embed', 'html', 'video']

/** Components that are enabled by default. */
export const defaultNames: string[] = catalogNames.filter((name) => !optInNames.includes(name))
