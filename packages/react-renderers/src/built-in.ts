/** Components that this package draws itself; each has its loader in the renderer table. */
export const builtInComponents = [
  'markdown',
  'metric',
  'datagrid',
  'echarts',
  'grid',
  'callout',
  'code',
  'json',
  'image',
  'report',
  'tabs',
  'accordion',
  'form',
  'confirm',
  'select_option',
] as const
