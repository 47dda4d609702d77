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
function enterKey(key: string, { isData, level }: Shown): Shown | undefined {
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

/** A text without it contains no figure. */
export const figureText = /[\d〇一二三四五六七八九十百千万億亿]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/i

/** Decides which members of objects are shown, and remembers it, because rows repeat their keys. */
export class ShownKeys {
  private readonly enteredBy = new WeakMap<Shown, Map<string, Shown | undefined>>()
  private entered = new Map<string, Shown | undefined>()
  private enteredAt: Shown | undefined

  /** True if there can be a figure in a member of an object. */
  canHold(key: string, child: unknown, at: Shown): boolean {
    if (typeof child !== 'number' && typeof child !== 'string' && (typeof child !== 'object' || child === null)) return false
    const shown = this.enter(key, at)
    if (!shown || typeof child === 'object') return shown !== undefined
    return typeof child === 'number' ? isShownNumber(shown) : isShownText(key, shown) && figureText.test(child)
  }

  /** Like `enterKey`, which is slow for the same keys in many rows. */
  enter(key: string, at: Shown): Shown | undefined {
    if (at !== this.enteredAt) {
      this.enteredAt = at
      this.entered = this.enteredBy.get(at) ?? new Map()
      this.enteredBy.set(at, this.entered)
    }
    const known = this.entered.get(key)
    if (known !== undefined || this.entered.has(key)) return known
    const shown = enterKey(key, at)
    if (this.entered.size < 1_000) this.entered.set(key, shown)
    return shown
  }
}
