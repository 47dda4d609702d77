/** Components that this package draws itself. */
export const builtInComponents = ['markdown', 'metric', 'datagrid', 'echarts', 'grid'] as const
