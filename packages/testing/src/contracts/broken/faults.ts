import type { StorePorts } from '@pf/core'

/** What is wrong with a store, and how it becomes so. */
export type Faults = Record<string, (ports: StorePorts) => Partial<StorePorts>>
