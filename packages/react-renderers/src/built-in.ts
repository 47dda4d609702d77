import { type ComponentKit, type ComponentSet, createComponentSet } from '@pf/registry'
import { datagrid } from '@pf/registry/components/datagrid'
import { echarts } from '@pf/registry/components/echarts'
import { grid } from '@pf/registry/components/grid'
import { markdown } from '@pf/registry/components/markdown'
import { metric } from '@pf/registry/components/metric'

/** Components that this package draws itself. */
export const builtInComponents = ['markdown', 'metric', 'datagrid', 'echarts', 'grid'] as const

/** The registry's rules for the built-in components and those that a host draws beside them. */
export const componentSet = (more: Iterable<ComponentKit> = []): ComponentSet => createComponentSet([markdown, metric, datagrid, echarts, grid, ...more])
