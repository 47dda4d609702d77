export interface Attack {
  id: string
  component: string
  props: Record<string, unknown>
  why: string
  expect: 'rejected' | 'sanitised' | 'contained'
  channel?: string
}

export function expand(value: unknown): unknown
export function loadAttacks(addresses?: { leak?: string; app?: string }): Attack[]
