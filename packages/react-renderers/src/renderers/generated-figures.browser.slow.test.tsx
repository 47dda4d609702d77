import { plotlyFixed, plotlyHosts } from '../__fixtures__/generated-charts.ts'
import { describeOptions } from '../test-support/describe-options.tsx'
import { attributeNames, findRange, OTHER_RANGE } from './plotly/option-table.ts'

// Each list of objects in a figure is counted as one of elements, such as annotations.
describeOptions({
  component: 'plotly',
  hosts: plotlyHosts,
  names: attributeNames,
  findRange,
  other: OTHER_RANGE,
  fixed: plotlyFixed,
  neverDrawn: new Set(['a list of objects']),
})
