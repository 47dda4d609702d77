import type { JsonObject } from '@pf/core'

/** A component of the answer, with its data by reference. */
export interface Drawing {
  component: 'echarts' | 'datagrid' | 'metric'
  title: string
  props: JsonObject
  /** The reason why the requested form was not drawn. */
  note?: string
}
