import { isRecord } from '@pf/core/internal'

/** Keys below which every number is data: rows, series and the like. */
const dataKeys = new Set(
  'data source rows items values value sparkline change x y z r theta open high low close intensity lat lon nodes links edges series cells metadata progress total amount count current previous target'.split(
    ' ',
  ),
)
/** Keys whose texts are read by people. */
const textKeys = new Set(
  'text subtext title subtitle name label labels content markdown html body message value description caption summary heading header footer alt changelabel question hint help prefix suffix'.split(
    ' ',
  ),
)
const layout =
  /style|symbol|opacity|width|height|color|colour|rotate|offset|margin|padding|radius|angle|level$|index$|size$|span$|startline|defaulttab|selections$|digits|decimals|precision|duration|^columns$|^id$|^ids$|^key$|^field$|^url$|^src$|^href$|^icon$|^type$|^format$|^language$|^theme$|^component$|^align$|^locale$|^min$|^max$|^step$|^formatter$|^code$|^definition$|^tooltip$/i

/** Where the walk through props is. */
export interface Shown {
  /** True below a data key. */
  isData: boolean
  /** Number of levels below the props of a component. */
  level: number
}

/** Returns the state of the walk for a member of an object, or undefined if nothing below it is shown as a figure. */
export function enterKey(key: string, { isData, level }: Shown): Shown | undefined {
  if (layout.test(key)) return undefined
  return { isData: isData || dataKeys.has(key), level: level + 1 }
}

export const isShownNumber = ({ isData, level }: Shown): boolean => isData || level <= 1
export const isShownText = (key: string | undefined, { isData, level }: Shown): boolean => isData || level <= 1 || textKeys.has((key ?? '').toLowerCase())

/** True for the props of a component inside another one. */
export const isSlot = (value: Record<string, unknown>): value is { component: string; props: Record<string, unknown> } =>
  typeof value.component === 'string' && isRecord(value.props)

export const isDataReference = (value: Record<string, unknown>): value is { $artifact: string } => typeof value.$artifact === 'string'
export const isStoredReference = (value: Record<string, unknown>): boolean => typeof value.artifact_id === 'string' && typeof value.sha256 === 'string'
